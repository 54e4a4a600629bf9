/** What games are called: their titles, with the parameters that are not as always. */

/** Return what a game is called: "Go: size 7". text: its name, such as go:size=7; known: name -> what the server said of it. */
export function titleOf(text, known) {
  const [name, parameters] = String(text).split(':');
  return [known.get(name)?.title ?? name, parameters?.replaceAll('=', ' ').replaceAll(',', ', ')].filter(Boolean).join(': ');
}

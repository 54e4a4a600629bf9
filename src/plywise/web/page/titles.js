/** What games are called: their titles, with the parameters that are not as always. */

/** Return what the server said of a game. text: its name, perhaps with parameters; known: name -> what it said. */
export function gameOf(text, known) {
  return known.get(String(text)) ?? known.get(String(text).split(':')[0]);
}

/** Return what a game is called: "Go: size 7". text and known: as for `gameOf`. */
export function titleOf(text, known) {
  const whole = known.get(String(text));
  if (whole) return whole.title ?? whole.name; // one of the user's own, with the parameters that it was named with
  const [name, parameters] = String(text).split(':');
  return [known.get(name)?.title ?? name, parameters?.replaceAll('=', ' ').replaceAll(',', ', ')].filter(Boolean).join(': ');
}

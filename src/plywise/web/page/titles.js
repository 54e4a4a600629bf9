/** What games are called: their titles, with the parameters that are not as always. */

/** Return what the server said of a game. text: its name, perhaps with parameters; known: name -> what it said. */
export function gameOf(text, known) {
  return known.get(String(text)) ?? known.get(String(text).split(':')[0]);
}

/** Return what a game is called: "Go: size 7". text and known: as for `gameOf`. */
export function titleOf(text, known) {
  const whole = known.get(String(text));
  if (whole) return whole.title ?? whole.name; // one of the user's own, with the parameters that it was named with
  const [name, values] = String(text).split(':');
  const game = known.get(name);
  const said = values?.split(',').map((each) => sayParameter(each, game?.parameters)).join(', ');
  return [game?.title ?? name, said].filter(Boolean).join(': ');
}

/** Return "width=5" in words: by its label, where there is one. */
function sayParameter(text, parameters = []) {
  const [name, value] = text.split('=');
  const label = parameters.find((each) => each.name === name)?.label ?? name;
  return `${label[0].toLowerCase()}${label.slice(1)} ${value}`;
}

"""A person at the page: what they see, click, and what the browser holds against the page."""

import random
import time

PATIENCE = 120.0
"""Seconds within which a player must have moved, though its game may have to be compiled."""

WATCH = """
window.shifted = 0; window.violations = [];
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: 'layout-shift', buffered: true });
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(event.violatedDirective + ' ' + event.blockedURI);
});
"""


def watch(page):
    """Let a page note what is wrong with it; return the list that fills with its errors."""
    wrong = []
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.add_init_script(WATCH)
    return wrong


def begin(page, address, game, position=None, people=("max", "min"), players=None, **parameters):
    """Choose a game and begin it, as a person does. players: who plays a side, where that is not a person."""
    page.goto(f"{address}#/new/{game}")
    page.locator(f"#setup-form[data-game={game}]").wait_for()
    for side in people:
        page.select_option(f"[name={side}]", "human")
    for side, player in (players or {}).items():
        page.select_option(f"[name={side}]", player)
    for name, value in parameters.items():
        page.fill(f"[name=parameter-{name}]", str(value))
    if position is not None:
        page.click("#setup-form summary")
        page.fill("[name=position]", position)
    page.click("#setup-form button.main")
    page.locator("#game:not([hidden]) #status:not(:empty)").wait_for()


def state_of(page):
    """Return what is shown: the plies, whether the game is over, what can be touched, what is chosen."""
    return page.evaluate(
        """() => ({
            plies: document.querySelectorAll('#moves button').length,
            playable: [...document.querySelectorAll('.cell.playable')].map((cell) => cell.dataset.at),
            words: [...document.querySelectorAll('#words button')].map((button) => button.dataset.word),
            choices: document.querySelectorAll('dialog[open] #choices button').length,
            over: document.querySelector('[data-do=resign]').disabled,
        })"""
    )


def play_by_clicks(page, seed=1, most=400, touch=None):
    """Play until the game is over, or for so many plies, by touching what the page offers; return the plies played.

    touch: how an element is touched that a selector finds; by default with the mouse
    """
    chance = random.Random(seed)
    touch = touch or (lambda selector: page.click(selector))
    touches, waiting = 0, time.monotonic()
    while touches < most * 12 and time.monotonic() < waiting + PATIENCE:
        now = state_of(page)
        if now["over"] or now["plies"] >= most:
            return now["plies"]
        if now["choices"]:
            touch(f"#choices button:nth-child({chance.randrange(now['choices']) + 1})")
        elif now["playable"] and not (now["words"] and chance.random() < 0.2):
            touch(f".cell[data-at='{chance.choice(now['playable'])}']")
        elif now["words"]:
            touch(f"#words button[data-word='{chance.choice(now['words'])}']")
        else:
            page.wait_for_timeout(10)
            continue
        touches, waiting = touches + 1, time.monotonic()
    raise AssertionError(f"the game did not come to an end: {state_of(page)}")


def touch_by_keys(page, selector):
    """Bring the focus to an element with the keyboard alone, and press Enter: Tab, and arrows within the board."""
    for _ in range(200):
        at = page.evaluate(WHERE, selector)
        if at == "there":
            page.keyboard.press("Enter")
            return
        page.keyboard.press(at)
    raise AssertionError(f"the keyboard does not lead to {selector}")


WHERE = """
(selector) => {
  const [goal, here] = [document.querySelector(selector), document.activeElement];
  if (here === goal) return 'there';
  if (!goal.matches('.cell') || !here.matches('.cell')) return 'Tab';
  const [to, from] = [goal.getBoundingClientRect(), here.getBoundingClientRect()];
  const [across, down] = [to.left - from.left, to.top - from.top];
  const stuck = window.stuck === here;
  window.stuck = here;
  if ((Math.abs(across) > Math.abs(down)) !== stuck) return across > 0 ? 'ArrowRight' : 'ArrowLeft';
  return down > 0 ? 'ArrowDown' : 'ArrowUp';
}
"""
"""JavaScript: the key that brings the focus nearer to an element; where the last one did not move it, the other way."""

"""What a page is like on a phone: the windows of one, and what can be read there."""

PHONES = {"upright": {"width": 390, "height": 844}, "on its side": {"width": 844, "height": 390}}

SMALLEST_LETTERS = """() => {
  const sizes = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const parent = node.parentElement;
    if (!node.textContent.trim() || parent.closest("script,style,noscript,title")) continue;
    const svg = parent.closest("svg");
    const scale = svg ? svg.getBoundingClientRect().width / svg.viewBox.baseVal.width : 1;
    sizes.push([parseFloat(getComputedStyle(parent).fontSize) * scale, node.textContent.trim()]);
  }
  return sizes.sort((a, b) => a[0] - b[0])[0];
}"""
"""The size of the smallest letters of a page as they are rendered, in pixels, and a text that has them."""

// While a question stands, the page behind it can be neither scrolled, focused nor pressed.
// Spares what it is told to spare, and gives back exactly what it took.

export function holdPageStill(spared: readonly Element[]): () => void {
  const root = document.documentElement;
  // The place of a scrollbar is kept only where there was one: nothing shifts either way.
  root.dataset.scrollLock = window.innerWidth > root.clientWidth ? 'gutter' : 'plain';
  const stilled: HTMLElement[] = [];
  still(document.body, spared, stilled);
  return () => {
    delete root.dataset.scrollLock;
    for (const element of stilled) element.inert = false;
  };
}

function still(parent: Element, spared: readonly Element[], stilled: HTMLElement[]) {
  for (const child of parent.children) {
    if (!(child instanceof HTMLElement) || child.inert || spared.includes(child)) continue;
    if (spared.some((element) => child.contains(element))) still(child, spared, stilled);
    else {
      child.inert = true;
      stilled.push(child);
    }
  }
}

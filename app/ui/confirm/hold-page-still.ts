// While a dialog is open, the page behind it cannot be scrolled, focused or clicked. Exempts what it is given, and
// restores exactly what it changed.

export function holdPageStill(spared: readonly Element[]): () => void {
  const root = document.documentElement;
  // The scrollbar's space is reserved only where there was one, so that nothing shifts.
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

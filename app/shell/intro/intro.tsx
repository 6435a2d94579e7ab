// The intro's element. The server renders it closed; a boot script opens it before the first paint, once per browser
// session and never with reduced motion. The page beneath is complete.
import { useEffect, useRef } from 'react';
import type { WordOutline } from '#app/features/wordmark/word-outline.ts';

// Without the player within 1.5 s the page is uncovered: the intro must never delay a visitor.
const boot = (playerUrl: string) => `(function(i){
try{if(sessionStorage.getItem("onda:intro")||matchMedia("(prefers-reduced-motion: reduce)").matches)return;
sessionStorage.setItem("onda:intro","seen")}catch(e){return}
i.dataset.state="playing";i.dataset.played=i.dataset.waiting="";
var s=document.createElement("script");s.type="module";s.src=${JSON.stringify(playerUrl)};document.head.append(s);
setTimeout(function(){if("waiting" in i.dataset){i.dataset.state="done";i.dispatchEvent(new CustomEvent("complete",{bubbles:true}))}},1500)
})(document.currentScript.previousElementSibling)`;

export function Intro({
  word,
  playerUrl,
  fades,
  onComplete,
}: {
  word: WordOutline;
  playerUrl: string;
  /** The page below does not begin with the drawing that the intro ends on. */
  fades: boolean;
  onComplete?: (intro: HTMLElement) => void;
}) {
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const intro = element.current;
    if (!intro || !onComplete) return;
    const complete = () => onComplete(intro);
    // On a slow phone it may be over before the program runs.
    if (intro.dataset.played !== undefined && intro.dataset.state === 'done') complete();
    intro.addEventListener('complete', complete);
    return () => intro.removeEventListener('complete', complete);
  }, [onComplete]);

  return (
    <>
      <div
        ref={element}
        data-slot="intro"
        data-state="done"
        data-fades={fades ? '' : undefined}
        aria-hidden="true"
        suppressHydrationWarning
        // Markup as a string, because these paths belong to the player: React must not redraw them.
        dangerouslySetInnerHTML={{ __html: introDrawing(word) }}
      />
      <script dangerouslySetInnerHTML={{ __html: boot(playerUrl) }} />
    </>
  );
}

function introDrawing(word: WordOutline): string {
  return (
    '<svg width="100%" height="100%" preserveAspectRatio="none"><defs><clipPath id="intro-word">' +
    `<use data-part="word" data-width="${word.width}" data-ascent="${word.ascent}" href="#wordmark-path"/>` +
    '</clipPath></defs><path data-part="slats"/><path data-part="thin"/><path data-part="thick" clip-path="url(#intro-word)"/></svg>'
  );
}

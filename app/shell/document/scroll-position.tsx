// Scrolls a page that is loaded again to where it was. React Router's own element reads the storage of the tab on every
// load, for which a phone needs some milliseconds before it paints: on a first visit there is nothing to read.
import { UNSAFE_useScrollRestoration as useScrollRestoration } from 'react-router';

const STORAGE_KEY = 'onda:scroll';

const script = `(function(h){var s=h.state;
if(!s||!s.key)return h.replaceState({key:Math.random().toString(36).slice(2)},"");
try{var y=JSON.parse(sessionStorage.getItem("${STORAGE_KEY}"))[s.key];y&&scrollTo(0,y)}catch(e){}
})(history)`;

export function ScrollPosition() {
  useScrollRestoration({ storageKey: STORAGE_KEY });
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

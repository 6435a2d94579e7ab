// The inline script of every page that starts the program. Not part of the program itself.

import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { CALLBACK_PATH } from '#app/backend/sign-in-return.ts';

// The program starts after the first paint: loaded earlier, it would compete with stylesheet and fonts, and run
// earlier, it would delay the paint. A background tab is never painted, so it starts at once there.
const PROGRAM = '<script type="module" async="">';
const HELD_PROGRAM = '<script type="text/held" id="program">';
// What React Router needs to start in the browser, which costs a phone as much as a large picture: it is delayed as well.
const CONTEXT = '<script>window.__reactRouterContext';
/** Passes the loaders' data to React Router, which waits for this stream. */
const TAKE_DATA = `(function(c){c.enqueue(document.getElementById("data").textContent);c.close()
})(window.__reactRouterContext.streamController);
`;
/** The last import of the program: unlike the others, it causes no event where it fails. */
const ENTRY_IMPORT = /import\("[^"]+"\)/;
const RETRIED_IMPORT = '$&.catch(ondaRestart)';

/** Where React Router's two scripts begin in a page; -1 in a page without. */
export function findProgram(html: string): number {
  return html.lastIndexOf(CONTEXT);
}

/** React Router's two scripts as one that the browser does not run. */
export function holdProgram(scripts: string): string {
  const text = scripts.slice('<script>'.length).replace(`</script>${PROGRAM}`, TAKE_DATA);
  return HELD_PROGRAM + text.replace(ENTRY_IMPORT, RETRIED_IMPORT);
}

// Files are requested one a task, because a phone needs some milliseconds for each. The large ones run one after the
// other, each in a task of its own, so that input is never blocked by all of them. A file that fails to load is requested
// again: until then the page can be read, and its links work.
const program = `function load(){var l=d.querySelector("link[rel=held]");if(!l)return;
l.rel="modulepreload";d.hidden?load():setTimeout(load)}
var wait=500,s;window.ondaRestart=function(){setTimeout(run,wait=Math.min(wait*2,60000))};
function run(){
var parts=[].map.call(d.querySelectorAll("link[rel=held],link[rel=modulepreload]"),function(l){return l.href}).filter(function(h){
return /\\/(framework|shell|reading)-[^/]*$/.test(h)});
(function next(){var p=parts.shift();if(!p)return begin();function then(){d.hidden?next():setTimeout(next)}import(p).then(then,then)})()}
function begin(){s&&s.remove();s=d.createElement("script");s.type="module";s.onerror=ondaRestart;
s.textContent=d.getElementById("program").textContent;d.head.append(s)}
function startNow(){load();run()}`;
const afterPaint = (start: string) =>
  `d.hidden?${start}():requestAnimationFrame(function(){setTimeout(${start})})`;

const startAtOnce = `(function(d){${program}
${afterPaint('startNow')}})(document)`;

// Public pages can be read and filled in without the program, which uses a phone's CPU for a good part of a second: it is
// loaded after the pictures of the first view, and runs at the first input, or after a short idle time. Signed-in users
// get it at once, because it shows the link to their dashboard, and so do pages that do something by themselves: those
// of ACTIVE_PAGE, and addresses with a fragment, which only the browser can read. Storage and cookies are read in a task
// each, because a phone needs some milliseconds for either.
const ACTIVE_PAGE = /^\/(auth|dashboard|oauth)\b|[?&](hold|paid|pay|token)=/;
/** The style guide has the components of all pages: four times as many files, fetched only when they run. */
const LARGE_PAGE = /^\/kit\b/;
const IDLE_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'focusin', 'visibilitychange'];

const onFirstInput = (stand: string) => `(function(d){${program}
var signs=${JSON.stringify(SIGNS)},isThere,isPainted;
function go(){if(isThere)return;isThere=true;signs.forEach(function(s){removeEventListener(s,go,true)});isPainted&&startNow()}
function isListening(){try{return sessionStorage.getItem("onda:resume")}catch(e){}}
function stand(){${stand}}
function start(){isPainted=true;if(isThere)return startNow();
d.hidden||location.hash||isListening()?go():setTimeout(checkSession)}
function checkSession(){if(d.cookie.includes("${AUTH_COOKIE}"))return go();
d.readyState==="complete"?stand():addEventListener("load",stand,{once:true})}
signs.forEach(function(s){addEventListener(s,go,true)});
${afterPaint('start')}})(document)`;
const runLater = `setTimeout(go,${IDLE_MS})`;
const startOnFirstInput = onFirstInput(`load();${runLater}`);
const loadOnFirstInput = onFirstInput(runLater);

// Input before the program runs must not be lost, and a form that only the program can send must not put its values
// into the address: the last click or submission is stored and repeated when the program is ready.
const replayInput = `(function(d){var again;
function submit(e){var f=e.target;if(f.hasAttribute("method")&&!f.hasAttribute("data-program"))return;
e.preventDefault();again=function(){f.isConnected&&f.requestSubmit(e.submitter)}}
function click(e){var b=e.target.closest("button[type=button]");if(b)again=function(){b.isConnected&&b.click()}}
d.addEventListener("submit",submit,true);d.addEventListener("click",click,true);
window.ondaReady=function(){d.removeEventListener("submit",submit,true);d.removeEventListener("click",click,true);again&&again()}
})(document)`;

// A sign-in result after the # is not sent to the server: the page that handles it is opened instead.
const takeFragment = (base: string) => `(function(l){
if(/[#&](error|error_code|error_description|access_token)=/.test(l.hash)&&l.pathname!=="${base + CALLBACK_PATH}")
l.replace("${base + CALLBACK_PATH}?next="+encodeURIComponent(l.pathname+l.search)+l.hash)
})(location)`;

/** One element: a browser needs longer to begin a script than to run these. */
export function startProgram(pathAndQuery: string, base: string): string {
  return `<script>${takeFragment(base)};${replayInput};${startOf(pathAndQuery)}</script>`;
}

function startOf(pathAndQuery: string): string {
  if (ACTIVE_PAGE.test(pathAndQuery)) return startAtOnce;
  return LARGE_PAGE.test(pathAndQuery) ? loadOnFirstInput : startOnFirstInput;
}

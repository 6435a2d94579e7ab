// The inline scripts of every page that start the program. Not part of the program itself.

import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { CALLBACK_PATH } from '#app/backend/sign-in-return.ts';

// The program starts after the first paint: loaded earlier, it would compete with stylesheet and fonts, and run
// earlier, it would delay the paint. A background tab is never painted, so it starts at once there.
export const PROGRAM = '<script type="module" async="">';
export const HELD_PROGRAM = '<script type="text/held" id="program">';
/** The last import of the program: unlike the others, it causes no event where it fails. */
export const ENTRY_IMPORT = /import\("[^"]+"\)/;
export const RETRIED_IMPORT = '$&.catch(ondaRestart)';

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

const startAtOnce = `<script>(function(d){${program}
${afterPaint('startNow')}})(document)</script>`;

// Public pages can be read and filled in without the program, which uses a phone's CPU for a good part of a second: it is
// loaded after the pictures of the first view, and runs at the first input, or after a short idle time. Signed-in users
// get it at once, because it shows the link to their dashboard, and so do pages that do something by themselves. Storage
// and cookies are read in a task each, because a phone needs some milliseconds for either.
const ACTIVE_PAGE =
  /^\/(auth|book|booking|confirm|dashboard|new-password|oauth|offer|radio\/guest|setup)(\/|$)/;
const IDLE_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'focusin', 'visibilitychange'];

const startOnFirstInput = `<script>(function(d){${program}
var signs=${JSON.stringify(SIGNS)},isThere,isPainted;
function go(){if(isThere)return;isThere=true;signs.forEach(function(s){removeEventListener(s,go,true)});isPainted&&startNow()}
function isListening(){try{return sessionStorage.getItem("onda:resume")}catch(e){}}
function stand(){load();setTimeout(go,${IDLE_MS})}
function start(){isPainted=true;if(isThere)return startNow();
d.hidden||isListening()?go():setTimeout(checkSession)}
function checkSession(){if(d.cookie.includes("${AUTH_COOKIE}"))return go();
d.readyState==="complete"?stand():addEventListener("load",stand,{once:true})}
signs.forEach(function(s){addEventListener(s,go,true)});
${afterPaint('start')}})(document)</script>`;

export function startProgram(path: string): string {
  return ACTIVE_PAGE.test(path) ? startAtOnce : startOnFirstInput;
}

// Input before the program runs must not be lost, and a form that only the program can send must not put its values
// into the address: the last click or submission is stored and repeated when the program is ready.
export const replayInput = `<script>(function(d){var again;
function submit(e){var f=e.target;if(f.hasAttribute("method")&&!f.hasAttribute("data-program"))return;
e.preventDefault();again=function(){f.isConnected&&f.requestSubmit(e.submitter)}}
function click(e){var b=e.target.closest("button[type=button]");if(b)again=function(){b.isConnected&&b.click()}}
d.addEventListener("submit",submit,true);d.addEventListener("click",click,true);
window.ondaReady=function(){d.removeEventListener("submit",submit,true);d.removeEventListener("click",click,true);again&&again()}
})(document)</script>`;

// A sign-in result after the # is not sent to the server: the page that handles it is opened instead.
export const takeFragment = (base: string) => `<script>(function(l){
if(/[#&](error|error_code|error_description|access_token)=/.test(l.hash)&&l.pathname!=="${base + CALLBACK_PATH}")
l.replace("${base + CALLBACK_PATH}?next="+encodeURIComponent(l.pathname+l.search)+l.hash)
})(location)</script>`;

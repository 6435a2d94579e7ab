// The few lines of script that stand in every page and start the program. Not part of the program itself.

import { AUTH_COOKIE } from '#app/backend/auth-cookie.ts';
import { CALLBACK_PATH } from '#app/backend/sign-in-return.ts';

// The program starts when the page has been painted: fetched earlier it takes the line from stylesheet and fonts, and
// run earlier it keeps a finished page from being shown. A tab in the background is never painted: there at once.
export const PROGRAM = '<script type="module" async="">';
export const HELD_PROGRAM = '<script type="text/held" id="program">';

const fetchProgram = 'd.querySelectorAll("link[rel=held]").forEach(function(l){l.rel="modulepreload"});';
// A file of it that does not come is asked for again: until then the page can be read, and its links work.
const runProgram = `var wait=500;function run(){var s=d.createElement("script");s.type="module";
s.onerror=function(){s.remove();setTimeout(run,wait=Math.min(wait*2,60000))};
s.textContent=d.getElementById("program").textContent;d.head.append(s)}`;
const afterPaint = 'd.hidden?start():requestAnimationFrame(function(){setTimeout(start)})';

const startAtOnce = `<script>(function(d){${runProgram}
function start(){${fetchProgram}run()}
${afterPaint}})(document)</script>`;

// A page to be read is whole without the program, which keeps a phone busy for a good part of a second: it is fetched
// as early, but runs at the first sign of somebody, or when the page has stood for a moment. Who is signed in looks for
// the way to their dashboard, which the program shows.
const READING_PAGE =
  /^\/($|(about|classes|events|journal|people|policies|radio|timetable|visit|works)(\/|$))/;
const IDLE_MS = 3000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'focusin', 'visibilitychange'];

const startOnFirstInput = `<script>(function(d){${runProgram}
var signs=${JSON.stringify(SIGNS)},isThere,isFetched;
function go(){if(isThere)return;isThere=true;signs.forEach(function(s){removeEventListener(s,go,true)});isFetched&&run()}
function stand(){setTimeout(go,${IDLE_MS})}
function start(){${fetchProgram}isFetched=true;if(isThere)return run();
if(d.hidden||d.cookie.includes("${AUTH_COOKIE}"))return go();
d.readyState==="complete"?stand():addEventListener("load",stand,{once:true})}
signs.forEach(function(s){addEventListener(s,go,true)});
${afterPaint}})(document)</script>`;

export function startProgram(path: string): string {
  return READING_PAGE.test(path) ? startOnFirstInput : startAtOnce;
}

// A press before the program runs must neither be lost nor, from a form that only the program can send, put what was
// typed into the address: the last one is kept and done again when the program says that it is ready.
export const replayInput = `<script>(function(d){var again;
function submit(e){var f=e.target;if(f.hasAttribute("method")&&!f.hasAttribute("data-program"))return;
e.preventDefault();again=function(){f.isConnected&&f.requestSubmit(e.submitter)}}
function click(e){var b=e.target.closest("button[type=button]");if(b)again=function(){b.isConnected&&b.click()}}
d.addEventListener("submit",submit,true);d.addEventListener("click",click,true);
window.ondaReady=function(){d.removeEventListener("submit",submit,true);d.removeEventListener("click",click,true);again&&again()}
})(document)</script>`;

// What a sign-in leaves behind the # never reaches the server: the page that takes it is opened in place of any other.
export const takeFragment = `<script>(function(l){
if(/[#&](error|error_code|error_description|access_token)=/.test(l.hash)&&l.pathname!=="${CALLBACK_PATH}")
l.replace("${CALLBACK_PATH}?next="+encodeURIComponent(l.pathname+l.search)+l.hash)
})(location)</script>`;

// Runs before the first paint, so that the chosen text size and scheme do not flash in afterwards.
export const TEXT_SIZE_KEY = 'onda:text-size';
const SCHEME_KEY = 'onda:scheme';

export const bootScript = `(function(d){try{
var t=+localStorage.getItem("${TEXT_SIZE_KEY}");
if(t>100&&t<=200){d.style.setProperty("--text-scale",t/100);d.dataset.text=t>=140?"large":"normal"}
var s=localStorage.getItem("${SCHEME_KEY}");if(s==="light"||s==="dark")d.dataset.scheme=s
}catch(e){}})(document.documentElement)`;

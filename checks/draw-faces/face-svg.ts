/** The drawn area; a person is at 0–600 across and 0–800 down. */
export type Box = { readonly x: number; readonly width: number; readonly height: number };
/** Two drawn people, different enough for a face engine to tell them apart. */
export type Who = 1 | 2;

const WALL = `<defs><radialGradient id="backdrop" cx="50%" cy="40%" r="80%"><stop offset="0" stop-color="#cfd6dc"/><stop offset="1" stop-color="#8f99a3"/></radialGradient></defs>
<rect x="-1000" width="2600" height="800" fill="url(#backdrop)"/>`;

const FACE = `<defs>
<radialGradient id="skin" cx="47%" cy="42%" r="62%"><stop offset="0" stop-color="#d9a47c"/><stop offset=".55" stop-color="#c68c63"/><stop offset=".85" stop-color="#a36a45"/><stop offset="1" stop-color="#7d4d31"/></radialGradient>
<linearGradient id="neck" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7a4a30"/><stop offset=".5" stop-color="#a8714c"/><stop offset="1" stop-color="#b57d56"/></linearGradient>
<radialGradient id="iris"><stop offset="0" stop-color="#1a0f08"/><stop offset=".45" stop-color="#1a0f08"/><stop offset=".5" stop-color="#4a2c17"/><stop offset="1" stop-color="#2c190c"/></radialGradient>
<linearGradient id="upperLip" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a8604f"/><stop offset="1" stop-color="#8a463c"/></linearGradient>
<linearGradient id="lowerLip" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#9d5548"/><stop offset=".5" stop-color="#bb7565"/><stop offset="1" stop-color="#9a5a49"/></linearGradient>
<filter id="soft2" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="2"/></filter>
<filter id="soft6" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="6"/></filter>
<filter id="soft13" x="-80%" y="-80%" width="260%" height="260%"><feGaussianBlur stdDeviation="13"/></filter>
<clipPath id="leftEye"><path d="M200 372 Q232 346 268 374 Q234 392 200 372Z"/></clipPath>
<clipPath id="rightEye"><path d="M400 372 Q368 346 332 374 Q366 392 400 372Z"/></clipPath>
<clipPath id="head"><path d="M150 360 Q150 200 300 200 Q450 200 450 360 Q450 470 412 540 Q360 622 300 624 Q240 622 188 540 Q150 470 150 360Z"/></clipPath>
</defs>
<path d="M60 800 Q80 660 230 628 L370 628 Q520 660 540 800Z" fill="#30455e"/>
<path d="M228 560 L228 640 Q300 700 372 640 L372 560Z" fill="url(#neck)"/>
<path d="M222 636 Q300 716 378 636 L400 646 Q300 760 200 646Z" fill="#e8e8ea"/>
<!-- hair back -->
<path d="M138 400 Q110 170 300 150 Q490 170 462 400 Q452 300 420 270 L180 270 Q148 300 138 400Z" fill="#17110e"/>
<!-- ears -->
<ellipse cx="146" cy="410" rx="20" ry="46" fill="#a06844"/><ellipse cx="454" cy="410" rx="20" ry="46" fill="#935e3c"/>
<!-- head -->
<path d="M150 360 Q150 200 300 200 Q450 200 450 360 Q450 470 412 540 Q360 622 300 624 Q240 622 188 540 Q150 470 150 360Z" fill="url(#skin)"/>
<!-- hair front -->
<path d="M144 372 Q132 170 300 162 Q468 170 456 372 Q448 296 410 258 Q340 226 250 246 Q180 256 162 300 Q150 330 144 372Z" fill="#1b1410"/>
<path d="M180 250 Q260 180 400 220" stroke="#3a2d25" stroke-width="8" fill="none" filter="url(#soft6)"/>
<!-- shading -->
<g clip-path="url(#head)"><g filter="url(#soft13)">
<ellipse cx="234" cy="368" rx="46" ry="26" fill="#8a5637" opacity=".55"/><ellipse cx="366" cy="368" rx="46" ry="26" fill="#8a5637" opacity=".55"/>
<ellipse cx="212" cy="458" rx="42" ry="30" fill="#e2ae86" opacity=".6"/><ellipse cx="388" cy="458" rx="42" ry="30" fill="#d9a27a" opacity=".5"/>
<ellipse cx="300" cy="290" rx="80" ry="34" fill="#e3b18a" opacity=".55"/>
<path d="M288 360 L278 455 L292 470 Z" fill="#7e4e31" opacity=".5"/><path d="M316 360 L330 455 L312 470 Z" fill="#7e4e31" opacity=".6"/>
<ellipse cx="300" cy="600" rx="60" ry="16" fill="#7e4e31" opacity=".5"/><ellipse cx="300" cy="545" rx="40" ry="10" fill="#84513a" opacity=".6"/>
<ellipse cx="300" cy="580" rx="28" ry="16" fill="#dca680" opacity=".5"/>
<path d="M170 480 Q190 560 250 605 L200 600 L160 500Z" fill="#6d4029" opacity=".5"/><path d="M430 480 Q410 560 350 605 L400 600 L440 500Z" fill="#6d4029" opacity=".6"/>
</g></g>
<g id="nose">
<g filter="url(#soft6)"><path d="M300 350 L296 448 Q300 460 306 448Z" fill="#e9bd98" opacity=".8"/><ellipse cx="300" cy="456" rx="17" ry="13" fill="#e3b087" opacity=".8"/></g>
<g filter="url(#soft2)"><path d="M266 470 Q262 448 276 444 M334 470 Q338 448 324 444" stroke="#80492f" stroke-width="4" fill="none" opacity=".75"/>
<path d="M268 472 Q284 484 300 482 Q316 484 332 472" stroke="#74432b" stroke-width="5" fill="none" opacity=".8"/>
<ellipse cx="284" cy="474" rx="9" ry="4.5" fill="#3b1d12"/><ellipse cx="316" cy="474" rx="9" ry="4.5" fill="#3b1d12"/></g>
</g><g id="eyes">
<g clip-path="url(#leftEye)"><rect x="190" y="340" width="90" height="60" fill="#ece6e0"/><circle cx="235" cy="370" r="16" fill="url(#iris)"/><circle cx="230" cy="364" r="3.5" fill="#fff"/><path d="M196 366 Q232 344 272 370" stroke="#3a2418" stroke-width="9" opacity=".45" fill="none" filter="url(#soft2)"/></g>
<g clip-path="url(#rightEye)"><rect x="320" y="340" width="90" height="60" fill="#e6e0da"/><circle cx="365" cy="370" r="16" fill="url(#iris)"/><circle cx="360" cy="364" r="3.5" fill="#fff"/><path d="M404 366 Q368 344 328 370" stroke="#3a2418" stroke-width="9" opacity=".45" fill="none" filter="url(#soft2)"/></g>
<path d="M198 372 Q232 345 270 374" stroke="#22130c" stroke-width="4.5" fill="none"/><path d="M402 372 Q368 345 330 374" stroke="#22130c" stroke-width="4.5" fill="none"/>
<path d="M202 374 Q234 394 268 375" stroke="#6d432d" stroke-width="2.2" fill="none"/><path d="M398 374 Q366 394 332 375" stroke="#6d432d" stroke-width="2.2" fill="none"/>
<path d="M200 356 Q232 336 272 360 M400 356 Q368 336 328 360" stroke="#7b4a30" stroke-width="3" fill="none" opacity=".7" filter="url(#soft2)"/>
<path d="M206 396 Q236 410 266 396 M394 396 Q364 410 334 396" stroke="#7b4a30" stroke-width="3" fill="none" opacity=".5" filter="url(#soft2)"/>
</g><g id="brows">
<g filter="url(#soft2)"><path d="M184 332 Q220 306 276 326 Q274 336 268 338 Q222 322 186 342Z" fill="#1d130d"/><path d="M416 332 Q380 306 324 326 Q326 336 332 338 Q378 322 414 342Z" fill="#1d130d"/></g>
</g><g id="mouth">
<path d="M246 526 Q278 510 292 513 Q300 517 308 513 Q322 510 354 526 Q326 530 300 530 Q274 530 246 526Z" fill="url(#upperLip)"/>
<path d="M246 526 Q300 536 354 526 Q332 554 300 555 Q268 554 246 526Z" fill="url(#lowerLip)"/>
<path d="M244 526 Q274 533 300 531 Q326 533 356 526" stroke="#4d211b" stroke-width="3.2" fill="none"/>
<ellipse cx="300" cy="543" rx="22" ry="5" fill="#d59382" opacity=".7" filter="url(#soft2)"/>
</g><path d="M294 490 L290 508 M306 490 L310 508" stroke="#8c583b" stroke-width="4" opacity=".5" filter="url(#soft2)"/>
<path d="M252 478 Q236 500 236 520 M348 478 Q364 500 364 520" stroke="#8c583b" stroke-width="4" fill="none" opacity=".45" filter="url(#soft6)"/>
`;

/** Replacements that make the second, older person: other colours, jaw and proportions. */
const SECOND: readonly (readonly [string, string])[] = [
  ['#d9a47c', '#8a5a3c'],
  ['#c68c63', '#744a30'],
  ['#a36a45', '#5a3722'],
  ['#7d4d31', '#3f2616'],
  ['#a06844', '#5f3b26'],
  ['#935e3c', '#553420'],
  ['#7a4a30', '#3f2616'],
  ['#a8714c', '#5a3722'],
  ['#b57d56', '#66402a'],
  ['#e2ae86', '#9a6848'],
  ['#d9a27a', '#93613f'],
  ['#e3b18a', '#9c6a4a'],
  ['#e9bd98', '#a87452'],
  ['#e3b087', '#9c6a4a'],
  ['#dca680', '#936042'],
  ['#17110e', '#b9b7b4'],
  ['#1b1410', '#c9c7c4'],
  ['#3a2d25', '#dddddd'],
  ['#1d130d', '#a9a6a2'],
  ['#30455e', '#5e3036'],
  [
    'Q450 470 412 540 Q360 622 300 624 Q240 622 188 540 Q150 470 150 360Z',
    'Q456 520 430 570 Q370 616 300 618 Q230 616 170 570 Q144 520 150 360Z',
  ],
  [
    'M184 332 Q220 306 276 326 Q274 336 268 338 Q222 322 186 342Z',
    'M190 330 Q228 316 270 334 Q228 322 190 335Z',
  ],
  [
    'M416 332 Q380 306 324 326 Q326 336 332 338 Q378 322 414 342Z',
    'M410 330 Q372 316 330 334 Q372 322 410 335Z',
  ],
  ['id="nose"', 'transform="translate(72 85.5) scale(.76 .81)"'],
  ['id="eyes"', 'transform="translate(-3 3)  scale(1.01 1.02)"'],
  ['id="brows"', 'transform="translate(9 -5) scale(.97 1)"'],
  ['id="mouth"', 'transform="translate(-48 -217) scale(1.16 1.41)"'],
];

/** A drawn face of no real person, shaded so that a face detector finds one frontal face. */
export function faceSvg(who: Who, box: Box): string {
  return svg(
    box,
    WALL +
      (who === 1 ? FACE : SECOND.reduce((face, [from, to]) => face.replaceAll(from, to), FACE)),
  );
}

/** The empty wall behind them. */
export function wallSvg(box: Box): string {
  return svg(box, WALL);
}

function svg({ x, width, height }: Box, inside: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} 0 ${width} ${height}">${inside}</svg>`;
}

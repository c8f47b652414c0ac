import {
  BODY,
  box,
  curve,
  disc,
  GLASS,
  lights,
  line,
  METAL,
  monitor,
  oval,
  part,
  path,
  screen,
  vents,
  type Palette,
} from './shapes.ts'

const GREEN = '#3ecf8e'
const AMBER = '#f2b84b'
const STEEL = '#9aa6b3'

/** Rough drawings of instruments: a column of lenses, a magnet, a cabinet behind lead glass … */
export const drawings = {
  column: (p) =>
    part(250, 380, 230, 100) +
    box(318, 120, 94, 262, METAL, { rx: 12 }) +
    box(304, 150, 122, 36, BODY, { rx: 6 }) +
    box(300, 220, 130, 44, BODY, { rx: 6 }) +
    box(306, 300, 118, 34, BODY, { rx: 6 }) +
    disc(365, 108, 34, METAL) +
    box(346, 60, 38, 34, p.dark, { rx: 6 }) +
    box(426, 316, 70, 26, METAL, { rx: 6 }) +
    disc(506, 329, 20, p.dark) +
    box(236, 322, 78, 22, METAL, { rx: 6 }) +
    disc(365, 430, 30, GLASS) +
    lights(272, 462, [GREEN, GREEN, AMBER]) +
    monitor(530, 'grains', p) +
    curve('M480 450 C510 470 520 470 545 452', p.dark, 5),
  microscope: (p) =>
    path(
      'M250 480 h220 v-22 q0 -16 -16 -16 h-60 q70 -60 60 -170 h-46 q10 96 -40 150 h-60 q-58 0 -58 58z',
      METAL,
    ) +
    box(286, 372, 150, 16, p.dark, { rx: 4 }) +
    disc(360, 366, 8, p.accent) +
    box(344, 296, 34, 60, METAL, { rx: 6 }) +
    box(320, 286, 82, 18, p.dark, { rx: 6 }) +
    path('M330 286 l-14 -70 h90 l-14 70z', BODY) +
    path('M316 216 l-74 -60 22 -26 80 62z', METAL) +
    disc(250, 142, 24, p.dark) +
    disc(250, 142, 13, p.accent, { opacity: 0.7 }) +
    disc(432, 400, 24, METAL) +
    disc(432, 400, 10, p.dark) +
    box(372, 140, 60, 78, BODY, { rx: 10 }) +
    box(384, 112, 36, 30, p.dark, { rx: 6 }) +
    path('M348 356 l12 14 12 -14z', p.accent, { opacity: 0.8 }) +
    monitor(540, 'grains', p),
  magnet: (p) =>
    line(262, 480, 286, 380, STEEL, 16) +
    line(498, 480, 474, 380, STEEL, 16) +
    line(380, 480, 380, 390, STEEL, 16) +
    box(256, 140, 248, 262, METAL, { rx: 56 }) +
    box(256, 196, 248, 20, p.accent, { rx: 0, opacity: 0.85 }) +
    box(256, 340, 248, 10, p.dark, { rx: 0, opacity: 0.35 }) +
    box(352, 84, 56, 62, METAL, { rx: 10 }) +
    box(366, 52, 28, 40, p.dark, { rx: 6 }) +
    box(286, 104, 30, 44, METAL, { rx: 8 }) +
    box(444, 104, 30, 44, METAL, { rx: 8 }) +
    box(362, 396, 36, 50, p.dark, { rx: 6 }) +
    part(120, 270, 100, 210) +
    screen(138, 296, 64, 46, 'peaks', p) +
    vents(140, 380, 60, 6, STEEL) +
    monitor(560, 'peaks', p) +
    curve('M380 446 C330 500 250 470 216 440', p.dark, 5),
  bench: (p) =>
    part(180, 300, 400, 180, 22) +
    box(180, 300, 400, 44, p.accent, { rx: 22, opacity: 0.9 }) +
    box(180, 324, 400, 22, BODY, { rx: 0 }) +
    box(224, 370, 130, 84, GLASS, { rx: 12 }) +
    oval(289, 412, 44, 26, p.accent) +
    oval(289, 412, 28, 15, '#0d1520') +
    screen(404, 378, 132, 66, 'peaks', p) +
    lights(214, 354, [GREEN, AMBER]) +
    box(246, 258, 120, 46, BODY, { rx: 10 }) +
    box(268, 240, 76, 22, p.dark, { rx: 6 }) +
    monitor(620, 'peaks', p),
  cabinet: (p) =>
    part(210, 90, 330, 390, 18) +
    box(240, 124, 270, 206, GLASS, { rx: 10 }) +
    disc(375, 228, 74, 'none', { stroke: STEEL, 'stroke-width': 12 }) +
    disc(375, 228, 20, METAL) +
    line(375, 228, 304, 170, p.accent, 8) +
    line(375, 228, 448, 172, STEEL, 10) +
    box(282, 150, 40, 28, METAL, { rx: 4 }) +
    box(432, 150, 44, 28, METAL, { rx: 4 }) +
    path('M322 166 L375 220 L432 166', 'none', {
      stroke: p.accent,
      'stroke-width': 3,
      'stroke-dasharray': '8 7',
    }) +
    box(240, 350, 270, 14, p.accent, { rx: 4, opacity: 0.9 }) +
    vents(250, 388, 120, 6, STEEL) +
    lights(430, 400, [GREEN, AMBER, '#e5484d']) +
    disc(470, 440, 16, '#e5484d') +
    monitor(590, 'peaks', p),
  chamber: (p) =>
    part(230, 380, 320, 100) +
    disc(390, 250, 128, METAL) +
    disc(390, 250, 96, BODY) +
    disc(390, 250, 58, GLASS) +
    disc(390, 250, 40, p.accent, { opacity: 0.55 }) +
    box(372, 80, 36, 56, METAL, { rx: 6 }) +
    box(350, 62, 80, 24, p.dark, { rx: 6 }) +
    box(508, 232, 90, 36, METAL, { rx: 6 }) +
    box(590, 214, 30, 72, p.dark, { rx: 6 }) +
    box(170, 232, 102, 36, METAL, { rx: 6 }) +
    disc(160, 250, 36, BODY) +
    disc(160, 250, 20, GLASS) +
    [0, 45, 90, 135, 180, 225, 270, 315]
      .map((a) =>
        disc(390 + 112 * Math.cos((a * Math.PI) / 180), 250 + 112 * Math.sin((a * Math.PI) / 180), 7, p.dark),
      )
      .join('') +
    lights(260, 430, [GREEN, GREEN, AMBER]) +
    screen(420, 406, 100, 48, 'wave', p) +
    vents(320, 412, 60, 4, STEEL),
  stack: (p) =>
    [
      [90, 86],
      [180, 72],
      [256, 100],
      [360, 118],
    ]
      .map(
        ([y = 0, h = 0], i) =>
          part(230, y, 260, h, 10) +
          box(246, y + h - 22, 90, 6, i % 2 ? STEEL : p.accent, { rx: 3 }) +
          lights(446, y + 18, i % 2 ? [GREEN] : [GREEN, AMBER]),
      )
      .join('') +
    [0, 1, 2, 3]
      .map(
        (i) =>
          box(252 + i * 54, 52, 36, 42, i % 2 ? p.accent : '#cfe3f5', { rx: 6, opacity: 0.75 }) +
          box(262 + i * 54, 42, 16, 14, p.dark, { rx: 3 }) +
          curve(`M${270 + i * 54} 44 C${270 + i * 54} 20 400 16 430 96`, STEEL, 2),
      )
      .join('') +
    box(262, 280, 196, 52, GLASS, { rx: 6 }) +
    line(290, 306, 430, 306, p.accent, 8) +
    screen(262, 384, 110, 60, 'peaks', p) +
    part(510, 300, 120, 180) +
    disc(570, 372, 34, GLASS) +
    disc(570, 372, 16, p.accent) +
    vents(534, 424, 72, 3, STEEL),
  mass: (p) =>
    part(130, 260, 470, 220, 20) +
    path('M130 280 q0 -20 20 -20 h430 q20 0 20 20 v24 h-470z', p.accent, { opacity: 0.92 }) +
    box(160, 330, 160, 116, GLASS, { rx: 12 }) +
    disc(240, 388, 40, METAL) +
    disc(240, 388, 22, p.dark) +
    disc(240, 388, 9, p.accent) +
    screen(364, 334, 200, 92, 'peaks', p) +
    box(86, 350, 60, 50, METAL, { rx: 8 }) +
    box(52, 366, 44, 18, p.dark, { rx: 6 }) +
    box(440, 186, 110, 76, METAL, { rx: 14 }) +
    box(470, 150, 50, 40, p.dark, { rx: 8 }) +
    lights(372, 452, [GREEN, GREEN, AMBER]) +
    part(634, 360, 100, 120) +
    vents(654, 386, 60, 5, STEEL),
  probe: (p) =>
    part(230, 400, 330, 80) +
    box(300, 380, 190, 22, p.dark, { rx: 6 }) +
    box(250, 160, 50, 222, METAL, { rx: 8 }) +
    box(490, 160, 50, 222, METAL, { rx: 8 }) +
    box(240, 130, 310, 56, BODY, { rx: 14 }) +
    box(346, 180, 98, 120, BODY, { rx: 12 }) +
    box(370, 292, 50, 42, METAL, { rx: 6 }) +
    path('M386 334 h18 l-9 36z', p.accent) +
    line(395, 200, 395, 330, p.accent, 3) +
    oval(395, 384, 64, 8, METAL) +
    disc(395, 160, 16, GLASS) +
    disc(395, 160, 7, p.accent) +
    lights(262, 440, [GREEN, AMBER]) +
    [262, 320, 470, 528].map((x) => box(x, 478, 20, 14, '#1f2733', { rx: 4 })).join('') +
    monitor(590, 'grains', p),
  centrifuge: (p) =>
    part(240, 250, 330, 230, 26) +
    oval(405, 258, 165, 60, METAL) +
    oval(405, 250, 146, 50, GLASS) +
    oval(405, 250, 96, 32, METAL) +
    [0, 60, 120, 180, 240, 300]
      .map((a) =>
        oval(
          405 + 66 * Math.cos((a * Math.PI) / 180),
          250 + 22 * Math.sin((a * Math.PI) / 180),
          14,
          7,
          p.accent,
        ),
      )
      .join('') +
    oval(405, 248, 18, 8, p.dark) +
    path('M252 236 q153 -120 306 0 l-8 -40 q-145 -96 -290 0z', p.dark, { opacity: 0.28 }) +
    screen(290, 366, 120, 60, 'wave', p) +
    disc(470, 396, 28, METAL) +
    disc(470, 396, 12, p.dark) +
    lights(516, 378, [GREEN]) +
    lights(516, 410, [AMBER]),
  furnace: (p) =>
    part(200, 190, 400, 290, 18) +
    box(236, 226, 220, 180, '#2a2f38', { rx: 12 }) +
    box(256, 246, 180, 140, '#161a20', { rx: 8 }) +
    oval(346, 330, 74, 40, '#ff8a3d') +
    oval(346, 334, 48, 24, '#ffd27a') +
    oval(346, 336, 22, 10, '#fff3d0') +
    screen(490, 240, 80, 54, 'wave', p) +
    [0, 1, 2].map((i) => disc(500 + i * 30, 338, 10, i ? STEEL : p.accent)).join('') +
    vents(488, 372, 86, 5, STEEL) +
    box(200, 430, 400, 12, p.accent, { rx: 0, opacity: 0.9 }) +
    box(300, 130, 60, 62, METAL, { rx: 8 }) +
    curve('M330 130 C330 90 420 90 520 110', STEEL, 6) +
    box(640, 340, 44, 140, METAL, { rx: 20 }) +
    box(652, 318, 20, 26, p.dark, { rx: 4 }),
  frame: (p) =>
    part(220, 400, 330, 80) +
    box(250, 80, 36, 330, METAL, { rx: 6 }) +
    box(484, 80, 36, 330, METAL, { rx: 6 }) +
    part(228, 60, 314, 50, 10) +
    box(236, 176, 298, 44, BODY, { rx: 10 }) +
    box(236, 176, 298, 10, p.accent, { rx: 5 }) +
    box(366, 220, 38, 44, p.dark, { rx: 6 }) +
    path('M360 264 h50 v26 h-14 v54 h14 v26 h-50 v-26 h14 v-54 h-14z', STEEL) +
    box(366, 366, 38, 40, p.dark, { rx: 6 }) +
    vents(250, 426, 90, 3, STEEL) +
    lights(450, 440, [GREEN, AMBER]) +
    disc(512, 440, 14, '#e5484d') +
    monitor(580, 'wave', p),
  scanner: (p) =>
    part(240, 110, 330, 370, 60) +
    disc(405, 290, 124, p.dark, { opacity: 0.25 }) +
    disc(405, 290, 112, METAL) +
    disc(405, 290, 92, '#131b26') +
    disc(405, 290, 92, 'none', { stroke: p.accent, 'stroke-width': 6, 'stroke-dasharray': '36 22' }) +
    box(120, 318, 330, 26, BODY, { rx: 13 }) +
    box(150, 344, 70, 136, METAL, { rx: 8 }) +
    lights(300, 142, [GREEN, AMBER]) +
    screen(450, 132, 80, 40, 'wave', p) +
    monitor(620, 'grains', p),
  rack: (p) =>
    part(240, 60, 310, 420, 12) +
    [84, 168, 252, 336, 408]
      .map(
        (y, i) =>
          box(262, y, 266, i === 0 ? 72 : 62, i % 2 ? '#2a3443' : '#202936', { rx: 6 }) +
          lights(284, y + 46, i % 2 ? [GREEN, GREEN, AMBER] : [GREEN]),
      )
      .join('') +
    screen(360, 100, 140, 40, 'wave', p) +
    [0, 1, 2, 3, 4, 5].map((i) => disc(368 + i * 26, 200, 8, i % 2 ? STEEL : p.accent)).join('') +
    [0, 1, 2, 3, 4, 5, 6]
      .map((i) => box(356 + i * 22, 270, 14, 28, i % 3 ? STEEL : p.accent, { rx: 2 }))
      .join('') +
    screen(360, 350, 140, 34, 'columns', p) +
    vents(360, 424, 140, 3, STEEL) +
    curve('M528 210 C600 240 600 420 640 470', p.accent, 5) +
    part(600, 420, 110, 60, 10) +
    lights(622, 450, [GREEN, AMBER]),
  laser: (p) =>
    box(110, 420, 580, 60, METAL, { rx: 6 }) +
    Array.from({ length: 22 }, (_, i) => disc(130 + i * 26, 436, 3, '#5d6875')).join('') +
    part(130, 330, 190, 90, 10) +
    box(150, 348, 60, 12, p.accent, { rx: 6 }) +
    lights(250, 354, [GREEN, AMBER]) +
    [
      [390, 340],
      [540, 340],
      [540, 240],
      [650, 240],
    ]
      .map(
        ([x = 0, y = 0]) =>
          box(x - 8, y + 20, 16, 420 - y - 20, p.dark, { rx: 4 }) +
          box(x - 22, y - 22, 44, 44, BODY, { rx: 8 }) +
          disc(x, y, 13, GLASS),
      )
      .join('') +
    path('M320 372 L390 340 L540 340 L540 240 L650 240', 'none', {
      stroke: p.accent,
      'stroke-width': 12,
      opacity: 0.25,
    }) +
    path('M320 372 L390 340 L540 340 L540 240 L650 240', 'none', { stroke: p.accent, 'stroke-width': 4 }) +
    disc(650, 240, 26, p.accent, { opacity: 0.25 }) +
    screen(180, 220, 150, 76, 'wave', p),
} satisfies Record<string, (palette: Palette) => string>

export type Drawing = keyof typeof drawings

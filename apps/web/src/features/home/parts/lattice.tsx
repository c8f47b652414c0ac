const SIDE = 46
const ROWS = 6
const COLUMNS = 9
const H = (SIDE * Math.sqrt(3)) / 2

interface Atom {
  x: number
  y: number
}
/** Graphene under a microscope: every corner is an atom, every edge a bond. */
const rings: Atom[][] = Array.from({ length: ROWS * COLUMNS }, (_, i) => {
  const column = i % COLUMNS
  const cx = 60 + column * SIDE * 1.5
  const cy = 30 + Math.floor(i / COLUMNS) * 2 * H + (column % 2) * H
  return Array.from({ length: 6 }, (__, k) => ({
    x: cx + SIDE * Math.cos((k * Math.PI) / 3),
    y: cy + SIDE * Math.sin((k * Math.PI) / 3),
  }))
})
const bonds = rings.map((r) => `M${r.map((a) => `${a.x.toFixed(1)} ${a.y.toFixed(1)}`).join('L')}Z`).join('')
const atoms = [...new Map(rings.flat().map((a) => [`${Math.round(a.x)} ${Math.round(a.y)}`, a])).values()]

/** Background of a slide without a picture. */
export function Lattice() {
  return (
    <svg className="lattice" viewBox="0 0 640 440" preserveAspectRatio="xMaxYMid slice" aria-hidden>
      <defs>
        <radialGradient id="lattice-light" cx="62%" cy="42%" r="58%">
          <stop offset="0" stopColor="#fff" />
          <stop offset="0.55" stopColor="#fff" stopOpacity="0.35" />
          <stop offset="1" stopColor="#fff" stopOpacity="0" />
        </radialGradient>
        <mask id="lattice-spot">
          <rect width="640" height="440" fill="url(#lattice-light)" />
        </mask>
      </defs>
      <g mask="url(#lattice-spot)">
        <path d={bonds} fill="none" stroke="#9cc3ff" strokeWidth="2" opacity="0.55" />
        {atoms.map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r="6.5" fill="#cfe2ff" />
        ))}
      </g>
      <circle cx="397" cy="185" r="128" fill="none" stroke="#ffb84d" strokeWidth="2.5" opacity="0.85" />
      <path
        d="M397 37v34M397 299v34M249 185h34M511 185h34"
        stroke="#ffb84d"
        strokeWidth="2.5"
        opacity="0.85"
      />
    </svg>
  )
}

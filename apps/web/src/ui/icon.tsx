/**
 * A few line icons, so that frames and home need no icon library. Always used beside text or with an
 * aria-label.
 */
const paths = {
  home: 'M3 11 12 3l9 8M5 10v10h5v-6h4v6h5V10',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4 21c.6-4 3.6-6 8-6s7.4 2 8 6',
  menu: 'M4 6h16M4 12h16M4 18h16',
  close: 'M5 5l14 14M19 5 5 19',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  down: 'm6 9 6 6 6-6',
  right: 'm9 6 6 6-6 6',
  left: 'm15 6-6 6 6 6',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  full: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  out: 'M14 4H5v16h9M10 12h11m-4-4 4 4-4 4',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2m0 16v2M2 12h2m16 0h2M5 5l1.5 1.5m11 11L19 19M19 5l-1.5 1.5m-11 11L5 19',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Zm0-6v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.2 2.2m8.4 8.4 2.2 2.2m0-12.8-2.2 2.2m-8.4 8.4-2.2 2.2',
  device: 'M9 3h6v4H9zM12 7v6m-5 8h10M8 13h8l2 8H6z',
  box: 'M3 7l9-4 9 4v10l-9 4-9-4zM3 7l9 4 9-4M12 11v10',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6',
  chart: 'M4 20V4m0 16h16M8 16v-4m4 4V8m4 8v-6',
  flow: 'M4 5h6v5H4zM14 14h6v5h-6zM7 10v6.5h7',
  form: 'M5 3h14v18H5zM8 8h1m3 0h4M8 12h1m3 0h4M8 16h1m3 0h4',
  map: 'M9 4 3 6.5v13L9 17l6 2.5 6-2.5v-13L15 6.5ZM9 4v13m6-10.5v13',
  wifi: 'M3 9a14 14 0 0 1 18 0M6.5 13a9 9 0 0 1 11 0M10 17a3.5 3.5 0 0 1 4 0',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z',
  eyeOff:
    'M3 3l18 18M10 5.3A10 10 0 0 1 12 5c6 0 10 7 10 7a18 18 0 0 1-3 3.7M6.5 6.7A17 17 0 0 0 2 12s4 7 10 7a9.6 9.6 0 0 0 4.5-1.2M9.9 10a3 3 0 0 0 4.2 4.2',
  check: 'm4 12.5 5 5L20 6.5',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v6m0-10h.01',
  warn: 'M12 3 2 20h20zM12 10v4m0 3h.01',
  help: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm-2.5 6.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7m0 3h.01',
  back: 'M9 7 4 12l5 5M4 12h11a5 5 0 0 1 0 10h-2',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  download: 'M12 3v12m-5-5 5 5 5-5M4 20h16',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2 2 4-4',
  upload: 'M12 16V4m-5 5 5-5 5 5M4 20h16',
  up: 'm6 15 6-6 6 6',
  star: 'm12 3.5 2.6 5.3 5.9.9-4.2 4.1 1 5.8-5.3-2.8-5.3 2.8 1-5.8L3.5 9.7l5.9-.9z',
  calendar: 'M5 5h14v15H5zM5 9.5h14M9 3v4m6-4v4',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l2 2H4zM10 21h4',
} as const
export type IconName = keyof typeof paths
export const iconNames = Object.keys(paths) as IconName[] // an object literal has exactly these keys

export function Icon({ name, size = 18, label }: { name: IconName; size?: number; label?: string }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'more' ? 3 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ flex: 'none' }}
    >
      <path d={paths[name]} />
    </svg>
  )
}

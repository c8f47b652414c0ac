/** Minutes of a day as time: 510 → 08:30; 1440 is the end of the day. */
export const formatClock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
/** The half hours of a day as options, in minutes. */
export const halfHours = (from: number, to: number) =>
  Array.from({ length: (to - from) / 30 + 1 }, (_, i) => ({
    value: from + i * 30,
    label: formatClock(from + i * 30),
  }))

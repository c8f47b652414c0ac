const DAY = 1440
/**
 * Minutes for which each table of readings keeps its rows, at least: a month is dropped as a whole. Null: for
 * good.
 */
export const KEPT_MINUTES = {
  iot_reading: 62 * DAY,
  iot_reading_minute: 186 * DAY,
  iot_reading_hour: 3 * 366 * DAY,
  iot_reading_day: null,
} as const

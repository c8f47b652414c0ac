const WEEK = ['日', '一', '二', '三', '四', '五', '六', '日']
const two = (n: string) => n.padStart(2, '0')

/** A cron expression in words: `30 3 * * *` → 每天 03:30. More complex ones stay as they are. */
export function cronWords(cron: string): string {
  const [minute = '', hour = '', day, month, weekday = ''] = cron.split(' ')
  if (day !== '*' || month !== '*') return cron
  const number = /^\d+$/
  if (hour === '*' && weekday === '*') {
    if (minute === '*') return '每分钟'
    const every = /^\*\/(\d+)$/.exec(minute)
    if (every) return `每 ${every[1]} 分钟`
    return number.test(minute) ? `每小时第 ${minute} 分` : cron
  }
  if (!number.test(minute)) return cron
  const everyHours = /^\*\/(\d+)$/.exec(hour)
  if (everyHours && weekday === '*') return `每 ${everyHours[1]} 小时，第 ${minute} 分`
  if (!number.test(hour)) return cron
  const at = `${two(hour)}:${two(minute)}`
  if (weekday === '*') return `每天 ${at}`
  return number.test(weekday) && WEEK[Number(weekday)] ? `每周${WEEK[Number(weekday)]} ${at}` : cron
}

// The order matters: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers: [pattern: RegExp, name: string][] = [
  [/MicroMessenger\//, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/QQBrowser\//, 'QQ 浏览器'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]
const findFirst = (list: [RegExp, string][], text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1]

/** A browser's user agent as a name: Chrome（Windows）. */
export function nameDevice(userAgent: string | null): string {
  const browser = findFirst(browsers, userAgent ?? '')
  const system = findFirst(systems, userAgent ?? '')
  if (!browser && !system) return '未知设备'
  return browser && system ? `${browser}（${system}）` : (browser ?? system ?? '')
}

const greetings: [before: number, words: string][] = [
  [5, '夜深了'],
  [11, '上午好'],
  [13, '中午好'],
  [18, '下午好'],
  [24, '晚上好'],
]
/** The greeting for an hour of the campus clock. */
export const greetingAt = (hour: number): string => greetings.find(([before]) => hour < before)?.[1] ?? '您好'

const DIGITS = '零壹贰叁肆伍陆柒捌玖'
const PLACES = ['', '拾', '佰', '仟']
const GROUPS = ['', '万', '亿', '万亿']

/** Four digits, 1–9999, without a leading zero: 1006 → 壹仟零陆. */
function groupWords(group: number): string {
  let words = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(group / 10 ** place) % 10
    if (digit === 0) {
      gap = words !== ''
      continue
    }
    words += (gap ? '零' : '') + DIGITS[digit] + PLACES[place]
    gap = false
  }
  return words
}

function wholeWords(yuan: number): string {
  let words = ''
  for (let i = GROUPS.length - 1; i >= 0; i--) {
    const group = Math.floor(yuan / 10_000 ** i) % 10_000
    if (group === 0) continue
    // A gap between groups is read as one 零, however many digits it has: 1 0003 0000 → 壹亿零叁万.
    const gap = words !== '' && (group < 1000 || Math.floor(yuan / 10_000 ** (i + 1)) % 10_000 === 0)
    words += (gap ? '零' : '') + groupWords(group) + GROUPS[i]
  }
  return words
}

/**
 * An amount in the capitals of Chinese bills, after the People's Bank's
 * rules (支付结算办法, 附一): 整 after a whole yuan or jiao, never after fen; 零 for a
 * gap, and between 元 and 分 where there is no jiao. 1640902 → 壹万陆仟肆佰零玖元零贰分.
 */
export function writeCapital(amountFen: number): string {
  if (!Number.isSafeInteger(amountFen)) throw new RangeError('an amount is a whole number of fen')
  const abs = Math.abs(amountFen)
  const yuan = Math.floor(abs / 100)
  const jiao = Math.floor(abs / 10) % 10
  const fen = abs % 10
  if (abs === 0) return '零元整'
  const whole = yuan > 0 ? `${wholeWords(yuan)}元` : ''
  const part =
    (jiao > 0 ? `${DIGITS[jiao]}角` : whole && fen > 0 ? '零' : '') + (fen > 0 ? `${DIGITS[fen]}分` : '整')
  return (amountFen < 0 ? '负' : '') + whole + part
}

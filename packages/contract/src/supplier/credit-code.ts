// 统一社会信用代码 (GB 32100-2015): 18 characters; the last is a check character computed from the others.

/** Digits and letters without I, O, S, V, Z, which are easily misread. */
const CHARACTERS = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const MODULUS = 31
const LENGTH = 18

/** The check character for the first 17; undefined if one of them is not permitted. */
export function creditCodeCheck(first: string): string | undefined {
  if (first.length !== LENGTH - 1) return undefined
  let sum = 0
  let weight = 1
  for (const character of first) {
    const value = CHARACTERS.indexOf(character)
    if (value < 0) return undefined
    sum += value * weight
    weight = (weight * 3) % MODULUS
  }
  return CHARACTERS[(MODULUS - (sum % MODULUS)) % MODULUS]
}

export const isCreditCode = (code: string): boolean =>
  code.length === LENGTH && creditCodeCheck(code.slice(0, -1)) === code.at(-1)

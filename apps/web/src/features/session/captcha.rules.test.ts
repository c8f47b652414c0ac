import { describe, expect, it } from 'vitest'
import { CAPTCHA_LETTERS, judgeLogin, newPicture, newSum } from './captcha.rules.ts'

describe('captcha', () => {
  it('has four letters or digits 2–9 and nothing that looks like something else', () => {
    for (let i = 0; i < 200; i++) expect(newPicture().shown).toMatch(/^[A-Za-z2-9]{4}$/)
    expect(CAPTCHA_LETTERS).not.toMatch(/[01OoIiLl]/)
  })
  it('asks the same in words', () => {
    const sum = newSum(() => 0.5)
    expect(sum).toEqual({ kind: 'words', shown: '六加五等于多少？请填数字', answer: '11' })
  })
})

describe('login form (§5)', () => {
  const captcha = { kind: 'picture' as const, shown: 'aB3k', answer: 'aB3k' }
  it('names what is missing', () =>
    expect(judgeLogin({ username: ' ', password: '', code: '' }, captcha)).toEqual({
      username: '用户名不能为空',
      password: '密码不能为空',
      code: '验证码不能为空',
    }))
  it('compares the captcha ignoring case', () => {
    expect(judgeLogin({ username: 'a', password: 'b', code: 'AB3K' }, captcha)).toEqual({})
    expect(judgeLogin({ username: 'a', password: 'b', code: 'ab3' }, captcha)).toEqual({
      code: '验证码输入错误',
    })
  })
})

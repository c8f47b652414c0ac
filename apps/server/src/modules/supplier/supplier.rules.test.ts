import { expect, test } from 'vitest'
import { listFaults, judgeLicence, findRoles, wordLink } from './supplier.rules.ts'

const TODAY = '2026-05-10'
const licence = (validTo: string | null) => ({ kind: 'licence', validTo })

test('of several licences the longest counts; its last day is still good', () => {
  expect(judgeLicence([], TODAY)).toEqual({ state: 'missing', to: null })
  expect(judgeLicence([{ kind: 'bank', validTo: null }], TODAY).state).toBe('missing')
  expect(judgeLicence([licence('2026-05-09')], TODAY)).toEqual({ state: 'expired', to: '2026-05-09' })
  expect(judgeLicence([licence('2026-05-10')], TODAY).state).toBe('expiring')
  expect(judgeLicence([licence('2026-06-09')], TODAY).state).toBe('expiring')
  expect(judgeLicence([licence('2026-06-10')], TODAY).state).toBe('valid')
  expect(judgeLicence([licence('2020-01-01'), licence('2028-01-01')], TODAY)).toEqual({
    state: 'valid',
    to: '2028-01-01',
  })
  expect(judgeLicence([licence('2020-01-01'), licence(null)], TODAY)).toEqual({ state: 'valid', to: null })
})

test('what is missing is said all at once, each at its field', () => {
  const nothing = { legalPerson: null, address: null, businessScope: null }
  expect(listFaults(nothing, [], TODAY).map((f) => f.field)).toEqual([
    'legalPerson',
    'address',
    'businessScope',
    'papers',
  ])
  const whole = { legalPerson: '王强', address: '江州', businessScope: '仪器' }
  expect(listFaults(whole, [licence('2026-05-09')], TODAY).map((f) => f.message)).toEqual([
    '营业执照已到期，请上传有效期内的营业执照',
  ])
  expect(listFaults(whole, [licence('2026-05-10')], TODAY)).toEqual([])
})

test('nobody audits his own company', () => {
  expect(findRoles({ member: true, office: true, auditor: true })).toEqual(new Set(['member']))
  expect(findRoles({ member: false, office: true, auditor: false })).toEqual(new Set(['office']))
  expect(findRoles({ member: false, office: true, auditor: true })).toEqual(
    new Set(['office', 'tender_office']),
  )
  expect(findRoles({ member: false, office: false, auditor: false }).size).toBe(0)
})

test('a mail has a whole address, or says what its path has to follow', () => {
  expect(wordLink('https://portal.example.edu', '/a#b')).toBe(
    '打开以下链接：\n\nhttps://portal.example.edu/a#b',
  )
  expect(wordLink(undefined, '/a#b')).toMatch(/^在本平台的网址.*之后加上.*\n\n\/a#b$/)
})

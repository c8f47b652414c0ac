import { describe, expect, test } from 'vitest'
import { chooseDecisive, defaults, judgeSteps, type Case, type PolicyRow } from './policy.rules.ts'

const about: Case = { deviceId: 7, labId: 3, deptId: 12, userType: '1', amountFen: 50_000 }
/** The department of the lab, its faculty, the university. */
const ancestors = [12, 5, 1]

let id = 0
const row = (more: Partial<PolicyRow> = {}): PolicyRow => ({
  id: ++id,
  business: 'booking',
  step: 'director',
  deviceId: null,
  labId: null,
  deptId: null,
  userType: null,
  fromAmountFen: 0,
  required: true,
  timeoutHours: null,
  onTimeout: null,
  deputyId: null,
  ...more,
})

describe('the nearest row decides', () => {
  const campus = row()
  const university = row({ deptId: 1 })
  const faculty = row({ deptId: 5 })
  const dept = row({ deptId: 12 })
  const lab = row({ labId: 3 })
  const device = row({ deviceId: 7 })

  test('device before lab before dept, the nearest dept first, before campus', () => {
    const farToNear = [campus, university, faculty, dept, lab, device]
    for (let n = 1; n <= farToNear.length; n++) {
      const known = farToNear.slice(0, n)
      expect(chooseDecisive(known, about, ancestors)).toBe(farToNear[n - 1])
      expect(chooseDecisive(known.toReversed(), about, ancestors)).toBe(farToNear[n - 1])
    }
  })
  test('of one place, the row for the user type', () => {
    const students = row({ labId: 3, userType: '1' })
    expect(chooseDecisive([lab, students], about, ancestors)).toBe(students)
    expect(chooseDecisive([lab, students], { ...about, userType: '2' }, ancestors)).toBe(lab)
  })
  test('but a nearer place decides over a user type farther off', () => {
    expect(chooseDecisive([row({ userType: '1' }), lab], about, ancestors)).toBe(lab)
  })
  test('rows of other places say nothing', () => {
    expect(
      chooseDecisive(
        [row({ deviceId: 8 }), row({ labId: 4 }), row({ deptId: 99 }), row({ userType: '3' })],
        about,
        ancestors,
      ),
    ).toBeUndefined()
  })
})

describe('steps', () => {
  const judge = (rows: PolicyRow[], c: Case = about) =>
    judgeSteps('booking', (step) => rows.filter((r) => r.step === step), c, ancestors)

  test('without rows, what is built in', () => {
    expect(judge([])).toEqual(defaults.booking)
  })
  test('a row changes its own step only', () => {
    expect(judge([row({ required: false })])).toEqual({
      ...defaults.booking,
      director: { required: false, timeoutHours: null, onTimeout: null, deputyId: null },
    })
  })
  test('from an amount on', () => {
    const rows = [row({ fromAmountFen: 50_000, timeoutHours: 4, onTimeout: 'approve' })]
    expect(judge(rows).director).toEqual({
      required: true,
      timeoutHours: 4,
      onTimeout: 'approve',
      deputyId: null,
    })
    expect(judge(rows, { ...about, amountFen: 49_999 }).director.required).toBe(false)
    expect(judge(rows, { ...about, amountFen: null }).director.required).toBe(false)
  })
})

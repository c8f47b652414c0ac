import { beforeEach, expect, it } from 'vitest'
import { dropCookie, writeCookie } from '../../../lib/cookies.ts'
import { readLab, rememberLab } from './current-lab.ts'

beforeEach(() => dropCookie('curLabInfo'))

it('the lab looked at last is known again', () => {
  expect(readLab()).toBeNull()
  rememberLab({ id: 1, serialId: 'LAB001', name: '电镜中心' })
  expect(readLab()).toEqual({ serialId: 'LAB001' })
})
it.each(['LAB001', '{', '[]', '{"serialId":7}', '{"serialId":"../LAB"}', '{"serialId":"X1"}'])(
  '%s is no lab',
  (text) => {
    writeCookie('curLabInfo', text)
    expect(readLab()).toBeNull()
  },
)

import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { EmailCode } from './email-code.tsx'

stubCalls()

function Code() {
  const [code, setCode] = useState('')
  return (
    <>
      <label htmlFor="code">邮箱验证码</label>
      <EmailCode id="code" value={code} onChange={setCode} purpose="reset" email={() => undefined} />
    </>
  )
}

test('a code that is pasted with what stands around it is taken whole', () => {
  renderPart(<Code />)
  fill('邮箱验证码', ' 123 456。')
  const box = screen.getByLabelText<HTMLInputElement>('邮箱验证码')
  expect(box.value).toBe('123456')
  // The browser cuts what is pasted to this length first.
  expect(box.hasAttribute('maxlength')).toBe(false)
  fill('邮箱验证码', '1234567')
  expect(box.value).toBe('123456')
})

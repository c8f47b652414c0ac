import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { InviteAgainForm } from './invite-form.tsx'

const supplier = {
  id: 5,
  name: '江洲光学公司',
  creditCode: '91350100M000100Y43',
  contact: '韩冰',
  phone: '13812345678',
  email: 'han@example.com',
}
const { sent } = stubCalls({ 'GET *': pending, 'POST /api/v2/supplier/5/invite': supplier })

test('an invitation is repeated with what was mistyped of the company put right', async () => {
  renderPage(<InviteAgainForm supplier={supplier} onDone={() => {}} />)
  await screen.findByLabelText('企业名称')
  fill('企业名称', '江州光学公司')
  await press('重新发送邀请')
  const { contact, phone, email } = supplier
  // The code was not changed here, so it stays as it is by now.
  await waitFor(() => expect(sent).toEqual([{ contact, phone, email, name: '江州光学公司' }]))
})

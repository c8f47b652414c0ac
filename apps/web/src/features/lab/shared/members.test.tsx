import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { Members } from './members.tsx'

stubCalls({ 'GET /api/laboratory/master/list': [] })

test('whoever adds a person has to say as what: no post is chosen beforehand', async () => {
  renderPage(<Members labId={3} mayEdit />)
  fireEvent.click(await screen.findByRole('button', { name: '添加人员' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(await waitFor(() => dialog.querySelector<HTMLElement>('button[type="submit"]')!))
  // The placeholder, and the fault.
  await waitFor(() => expect(screen.getAllByText('请选择职务')).toHaveLength(2))
})

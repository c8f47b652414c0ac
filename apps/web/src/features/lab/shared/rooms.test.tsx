import type { LabDetail } from '@portal/contract/lab/lab'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { RoomsForm } from './rooms.tsx'

const lab = { id: 3, room: { id: 4 }, rooms: [{ id: 4 }, { id: 5 }, { id: 6 }] } as unknown as LabDetail
const later = { ...lab, rooms: [{ id: 4 }, { id: 6 }, { id: 7 }] } as unknown as LabDetail

const { sent } = stubCalls({ 'GET /api/v2/room/tree': [], 'PUT /api/v2/lab/{id}/rooms': null })

function Page() {
  const [read, setRead] = useState(lab)
  return (
    <>
      <button onClick={() => setRead(later)}>再读一次</button>
      <RoomsForm lab={read} />
    </>
  )
}
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: /保存房间/ })
/** Until then the form hears no further click. */
const isSaved = () => waitFor(() => expect(save().disabled).toBe(false))

test('it says with which rooms it began, whatever the page has read since', async () => {
  renderPage(<Page />)
  fireEvent.click(screen.getByRole('button', { name: '移除 房间 5' }))
  fireEvent.click(save())
  await waitFor(() => expect(sent).toEqual([{ roomIds: [6], seen: [5, 6] }]))
  await isSaved()
  // A colleague has added room 7; the form still shows what was saved here.
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(screen.getByRole('button', { name: '移除 房间 6' }))
  fireEvent.click(save())
  await waitFor(() => expect(sent[1]).toEqual({ roomIds: [], seen: [6] }))
})

import type { DeviceDetail } from '@portal/contract/device/device'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import { DevicePictures } from './device-pictures.tsx'

stubCalls({ 'GET *': [], 'PUT *': pending, 'POST *': pending })
const listImages = () => [1, 2, 3].map((id) => ({ id: String(id), url: `/f/${id}`, cover: id === 1 }))

test('which picture becomes the cover is said, and that it is under way', async () => {
  // the fields that the card reads
  const device = { id: 4, name: '透射电镜', can: ['edit'], images: listImages() } as unknown as DeviceDetail
  renderPart(<DevicePictures device={device} />)
  const find = (nth: number) => screen.getByRole('button', { name: `第 ${nth} 张图片设为封面` })
  fireEvent.click(find(3))
  await waitFor(() => expect(find(3).getAttribute('aria-busy')).toBe('true'))
  expect(find(2).getAttribute('aria-busy')).toBeNull()
})

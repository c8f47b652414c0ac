import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { ResultForm } from './result-form.tsx'

const { answer } = stubCalls()

test('instruments that could not be read can be asked for again', async () => {
  answer({ 'GET /api/v2/achievement/devices': refuse(500, 'FAILED', '服务器出错') })
  renderPage(<ResultForm row={null} deviceId={undefined} onDone={() => {}} />)
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})

test('an instrument that was asked for is not replaced by another one', async () => {
  const used = { id: 5, name: '电镜', serialId: 'S5', project: null, projectNumber: null }
  answer({ 'GET /api/v2/achievement/devices': [used] })
  const readRow = async (deviceId: number | undefined) => {
    renderPage(<ResultForm row={null} deviceId={deviceId} onDone={() => {}} />)
    const { textContent } = await screen.findByRole('group', { name: '仪器 1' })
    cleanup()
    return textContent
  }
  expect(await readRow(5)).toContain('电镜（S5）')
  expect(await readRow(undefined)).toContain('电镜（S5）')
  expect(await readRow(9)).not.toContain('电镜（S5）')
})

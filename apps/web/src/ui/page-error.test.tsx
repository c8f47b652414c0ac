import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { Failure } from '../lib/failure.ts'
import { PageError } from './page-error.tsx'

afterEach(() => {
  cleanup()
  history.replaceState(null, '')
})
const show = (error: unknown) => {
  const retry = vi.fn()
  render(
    <MemoryRouter>
      <PageError error={error} onRetry={retry} />
    </MemoryRouter>,
  )
  return retry
}
const refused = (status: number, message: string) =>
  new Failure({ kind: 'refused', status, message, requestId: 'r-1' })

it('what got lost on the way is asked for again', () => {
  const retry = show(refused(500, '服务器内部错误'))
  expect(screen.getByRole('heading').textContent).toBe('加载失败')
  screen.getByRole('button', { name: '重试' }).click()
  expect(retry).toHaveBeenCalledOnce()
})
it.each([
  [403, '没有权限', '您不能查看该仪器'],
  [404, '内容不存在或已被删除', '仪器不存在'],
])('%i is final: it says so and leads on', (status, title, message) => {
  history.replaceState({ idx: 2 }, '')
  show(refused(status, message))
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect(screen.getByText(message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  expect(screen.getByRole('button', { name: '返回上一页' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/osp/home')
})
it('a fault of the program is not shown in the browser’s English; the console has it', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const fault = new TypeError("Cannot read properties of undefined (reading 'map')")
  show(fault)
  expect(screen.getByText('未知错误')).toBeTruthy()
  expect(screen.queryByText(/Cannot read/)).toBeNull()
  expect(logged).toHaveBeenCalledWith(fault)
  logged.mockRestore()
})
it('what the program itself says of a failure is shown', () => {
  show(new Error('照片没有保存成功'))
  expect(screen.getByText('照片没有保存成功')).toBeTruthy()
})
it('in a tab of its own there is no page to go back to', () => {
  show(refused(404, '仪器不存在'))
  expect(screen.queryByRole('button')).toBeNull()
})

import { useId, useState } from 'react'
import { say } from '../lib/tell.ts'
import { Button } from './light.tsx'

interface Setting {
  enabled: boolean
  title: string
}
interface Props {
  /** What the screen is called, e.g. 门禁监控大屏. */
  name: string
  /** Before each label, where another screen is set on the same page. */
  of?: string
  setting: Setting
  change: { run: (args: { body: Setting }) => Promise<unknown>; busy: boolean }
}
/** Whether everybody may see a screen, and what stands above it. */
export function ScreenForm({ name, of = '', setting, change }: Props) {
  const id = useId()
  const [enabled, setEnabled] = useState(setting.enabled)
  const [title, setTitle] = useState(setting.title)
  const save = () =>
    void change.run({ body: { enabled, title } }).then(
      () => say('success', `${name}已${enabled ? '开放' : '关闭'}`),
      () => undefined, // said already
    )
  return (
    <form
      className="views-save"
      onSubmit={(e) => {
        e.preventDefault()
        save()
      }}
    >
      <label>
        <input type="checkbox" checked={enabled} onChange={(e) => setEnabled(e.target.checked)} />
        {of}对所有人开放
      </label>
      <label htmlFor={id}>{of}标题</label>
      <input id={id} value={title} maxLength={30} required onChange={(e) => setTitle(e.target.value)} />
      <Button type="submit" kind="primary" busy={change.busy} disabled={title.trim() === ''}>
        保存{of}
      </Button>
    </form>
  )
}

import { useId, useState } from 'react'
import { say } from '../lib/tell.ts'
import { Button } from './light.tsx'

interface Setting {
  enabled: boolean
  title: string
}
interface Props {
  /** The screen's name, e.g. 门禁监控大屏. */
  name: string
  /** Prefix of each label, if the page has settings of several screens. */
  of?: string
  setting: Setting
  change: { run: (args: { body: Setting }) => Promise<unknown>; busy: boolean }
}
/** Settings of a screen: whether everyone may see it, and its heading. */
export function ScreenForm({ name, of = '', setting, change }: Props) {
  const id = useId()
  const [enabled, setEnabled] = useState(setting.enabled)
  const [title, setTitle] = useState(setting.title)
  const save = () =>
    void change.run({ body: { enabled, title } }).then(
      () => say('success', `${name}已${enabled ? '开放' : '关闭'}`),
      () => undefined, // `send` has shown the failure
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

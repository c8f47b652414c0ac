import { useState } from 'react'
import { say } from '../../../lib/tell.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { WallSetting } from '../../gate-monitor/shared/wall-setting.tsx'
import { useChangeHall, useHallSetting } from '../board.queries.ts'
import '../statistics.css'
import '../view.css'

interface Setting {
  enabled: boolean
  title: string
}

/** Whether everybody may see the hall's screen; nobody, unless it is said here. */
export default function HallSettingPage() {
  const { data, error, refetch } = useHallSetting()
  return (
    <section className="statistics" aria-label="数据大屏">
      <header className="page-head">
        <h1>数据大屏</h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/data-screen')} icon="full">
            打开大屏
          </ButtonLink>
        </div>
      </header>
      <Card>
        <p>
          大屏给来访者或大厅屏幕看，打开它不需要登录。只有仪器、实验室、单位的名称与合计，没有人员姓名和单条记录，每分钟自动更新。默认不开放。
        </p>
        {error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <Change setting={data} />
        ) : (
          <Skeleton rows={3} />
        )}
      </Card>
      <WallSetting />
    </section>
  )
}

function Change({ setting }: { setting: Setting }) {
  const change = useChangeHall()
  const [enabled, setEnabled] = useState(setting.enabled)
  const [title, setTitle] = useState(setting.title)
  const save = () =>
    void change.run({ body: { enabled, title } }).then(
      () => say('success', enabled ? '数据大屏已开放' : '数据大屏已关闭'),
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
        对所有人开放
      </label>
      <label htmlFor="hall-title">标题</label>
      <input
        id="hall-title"
        value={title}
        maxLength={30}
        required
        onChange={(e) => setTitle(e.target.value)}
      />
      <Button type="submit" kind="primary" busy={change.busy} disabled={title.trim() === ''}>
        保存
      </Button>
    </form>
  )
}

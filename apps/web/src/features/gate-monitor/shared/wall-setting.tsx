import { useState } from 'react'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useChangeWall, useWallSetting } from '../gate-monitor.queries.ts'

/** Whether everybody may see the wall of doors; nobody, unless it is said here. */
export function WallSetting() {
  const { data, error, refetch } = useWallSetting()
  return (
    <Card
      title="门禁监控大屏"
      extra={
        <ButtonLink to={to('/gate-monitor')} icon="full">
          打开门禁监控大屏
        </ButtonLink>
      }
    >
      <p>
        给楼道或值班室的屏幕看，打开它不需要登录。只有楼宇、房间的门禁和供电状态与人数、告警条数，没有人员姓名和卡号，实时更新。默认不开放。
      </p>
      {error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Change setting={data} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Card>
  )
}

function Change({ setting }: { setting: { enabled: boolean; title: string } }) {
  const change = useChangeWall()
  const [enabled, setEnabled] = useState(setting.enabled)
  const [title, setTitle] = useState(setting.title)
  const save = () =>
    void change.run({ body: { enabled, title } }).then(
      () => say('success', enabled ? '门禁监控大屏已开放' : '门禁监控大屏已关闭'),
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
        门禁监控大屏对所有人开放
      </label>
      <label htmlFor="wall-title">门禁监控大屏标题</label>
      <input
        id="wall-title"
        value={title}
        maxLength={30}
        required
        onChange={(e) => setTitle(e.target.value)}
      />
      <Button type="submit" kind="primary" busy={change.busy} disabled={title.trim() === ''}>
        保存门禁监控大屏
      </Button>
    </form>
  )
}

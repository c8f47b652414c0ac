import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ScreenForm } from '../../../ui/screen-form.tsx'
import { useChangeWall, useWallSetting } from '../gate-monitor.queries.ts'

/** Whether the wall screen is public; by default it is not. */
export function WallSetting() {
  const { data, error, refetch } = useWallSetting()
  const change = useChangeWall()
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
        <ScreenForm name="门禁监控大屏" of="门禁监控大屏" setting={data} change={change} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Card>
  )
}

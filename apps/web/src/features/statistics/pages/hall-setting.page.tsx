import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ScreenForm } from '../../../ui/screen-form.tsx'
import { WallSetting } from '../../gate-monitor/shared/wall-setting.tsx'
import { useChangeHall, useHallSetting } from '../board.queries.ts'
import '../statistics.css'
import '../view.css'

/** Settings of the hall's screen; it is visible to nobody by default. */
export default function HallSettingPage() {
  const { data, error, refetch } = useHallSetting()
  const change = useChangeHall()
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
          <ScreenForm name="数据大屏" setting={data} change={change} />
        ) : (
          <Skeleton rows={3} />
        )}
      </Card>
      <WallSetting />
    </section>
  )
}

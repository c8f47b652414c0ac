import {
  assetConditionWords,
  assetStateWords,
  type AssetDetail,
} from '@portal/contract/asset-report/asset-report'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { PictureList } from '../../../ui/detail/picture-list.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useAcceptReport, useReport, useReturnReport, useWithdrawReport } from '../asset-report.queries.ts'
import { assetTones } from '../asset-report.words.ts'

/** One report: what it says beside what the books say, and what became of it. */
export function ReportDetail({ id }: { id: number }) {
  const query = useReport({ params: { id } }, { staleTime: 0 })
  return (
    <DetailPage
      query={query}
      name="固定资产填报"
      list={{ to: to('/constant/history'), text: '填报记录' }}
      title={(r) => (
        <>
          {r.device.name} <StateTag tone={assetTones[r.state]} text={assetStateWords[r.state]} />
        </>
      )}
      extra={(r) => <Actions report={r} />}
    >
      {(r) => (
        <>
          <Card title="填报内容">
            <Facts
              items={[
                { label: '资产编号', value: r.device.serialId },
                { label: '单位', value: r.dept.name },
                { label: '实验室', value: r.lab.name },
                { label: '填报人', value: r.reporter.name },
                { label: '保管人', value: changed(r.custodian.name, r.known.custodian) },
                {
                  label: '存放地点',
                  value: changed(r.room && `${r.room.building} ${r.room.name}`, r.known.room),
                },
                { label: '现状', value: `${assetConditionWords[r.condition]}（账面：${r.known.status}）` },
                {
                  label: '备注',
                  value: r.remark && <span className="pre-line">{r.remark}</span>,
                  wide: true,
                },
              ]}
            />
          </Card>
          {r.pictures.length > 0 && (
            <Card title="照片">
              <PictureList pictures={r.pictures} label="照片" />
            </Card>
          )}
          <Card title="办理记录">
            <History entries={r.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

/** What differs from the books says so. */
const changed = (now: string | null, known: string | null) =>
  now === known ? now : `${now ?? '未登记'}（账面：${known ?? '未登记'}）`

function Actions({ report: r }: { report: AssetDetail }) {
  const accept = useAcceptReport()
  const giveBack = useReturnReport()
  const withdraw = useWithdrawReport()
  const params = { id: r.id }
  return (
    <>
      {r.can.includes('accept') && (
        <ConfirmButton
          danger={false}
          title={`接受 ${r.device.name} 的填报？`}
          text="保管人和存放地点改为填报的内容。"
          ok="接受填报"
          onConfirm={() => accept.run({ params }).then(() => say('success', '填报已接受，账面信息已更新'))}
        >
          接受
        </ConfirmButton>
      )}
      {r.can.includes('return') && (
        <ConfirmButton
          title="退回这份填报？"
          text="填报人会收到原因，修改后可以重新提交。"
          ok="退回填报"
          reason={{ label: '退回原因', required: true, maxLength: 200 }}
          onConfirm={(reason) =>
            giveBack.run({ params, body: { reason } }).then(() => say('success', '填报已退回'))
          }
        >
          退回
        </ConfirmButton>
      )}
      {r.can.includes('resubmit') && (
        <ButtonLink kind="primary" to={to('/constant/fill', { id: r.id })}>
          修改后重新提交
        </ButtonLink>
      )}
      {r.can.includes('withdraw') && (
        <ConfirmButton
          title="撤回这份填报？"
          ok="撤回填报"
          onConfirm={() => withdraw.run({ params }).then(() => say('success', '填报已撤回'))}
        >
          撤回
        </ConfirmButton>
      )}
      <ButtonLink to={to('/constant/history')}>返回列表</ButtonLink>
    </>
  )
}

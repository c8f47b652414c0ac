import { Navigate, useLocation, useNavigate } from 'react-router'
import { acceptanceCalls, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import type { ScreenPath } from '../../../lib/screen-paths.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { History } from '../../../ui/detail/history.tsx'
import { ProgressStrip, stepsOf } from '../../../ui/detail/progress-strip.tsx'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  useAcceptance,
  useCancelAcceptance,
  useCreateAcceptance,
  useRecallAcceptance,
} from '../acceptance.queries.ts'
import { acceptanceTag, pageOf } from '../acceptance.words.ts'
import { AcceptanceForm } from './acceptance-form.tsx'
import { AcceptanceSummary } from './acceptance-summary.tsx'
import { Decide, SendBack } from './decide.tsx'
import { EditPictures } from './pictures.tsx'

interface Props {
  id: number
  /** The screen it belongs on, where there is more than one. */
  home?: (a: AcceptanceDetail) => ScreenPath
}
/** One acceptance, whoever looks: what he may do stands first. */
export function AcceptanceView({ id, home }: Props) {
  const { pathname } = useLocation()
  const query = useAcceptance({ params: { id } }, { staleTime: 0 })
  useLive(['me'], [acceptanceCalls.get])
  useStage(query.data?.stage)
  const right = query.data && home?.(query.data)
  if (right && right !== pathname) return <Navigate to={to(right, { id })} replace />
  return (
    <DetailPage
      query={query}
      name="验收单"
      list={{ to: to('/osp/storage/list'), text: '验收入库单' }}
      title={(a) => (
        <>
          验收单 {a.number} <StateTag {...acceptanceTag(a.state)} />
        </>
      )}
      extra={(a) => <Actions acceptance={a} />}
    >
      {(a) => (
        <>
          <ProgressStrip steps={stepsOf(a.progress)} />
          <Decide key={a.stateAt} acceptance={a} />
          <AcceptanceSummary acceptance={a} editing={a.can.includes('change')} />
          {a.can.includes('change') && (
            <>
              <EditPictures acceptance={a} />
              <AcceptanceForm key={a.stateAt} acceptance={a} />
            </>
          )}
          <Card title="办理记录">
            <History entries={a.history} />
          </Card>
        </>
      )}
    </DetailPage>
  )
}

function Actions({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const cancel = useCancelAcceptance()
  const create = useCreateAcceptance()
  const recall = useRecallAcceptance()
  const navigate = useNavigate()
  const makeAnother = async () => {
    const { id, scale } = await create.run({ body: { purchaseId: a.purchase.id } })
    await navigate(to(pageOf(scale), { id }))
  }
  return (
    <>
      <ButtonLink to={to(pageOf(a.scale), { id: a.id, print: 1 })}>打印验收单</ButtonLink>
      {a.can.includes('create') && (
        <Button kind="primary" busy={create.busy} onClick={() => void makeAnother().catch(() => undefined)}>
          重新新建验收单
        </Button>
      )}
      {a.can.includes('send_back') && !a.can.includes('approve') && <SendBack acceptance={a} />}
      {a.can.includes('recall') && (
        <ConfirmButton
          danger={false}
          kind="plain"
          title="撤回验收单修改？"
          text="修改后需重新提交，会签人员需重新会签。"
          ok="撤回修改"
          cancel="不撤回"
          onConfirm={() =>
            recall.run({ params: { id: a.id } }).then(() => say('success', '已撤回，可以修改后重新提交'))
          }
        >
          撤回修改
        </ConfirmButton>
      )}
      {a.can.includes('cancel') && (
        <ConfirmButton
          title="取消这次验收？"
          text="设备仍为待验收，可在本页重新新建验收单。"
          ok="取消验收"
          cancel="继续验收"
          reason={{ label: '取消原因', required: true, picks: ['设备尚未到齐', '安装调试未完成'] }}
          onConfirm={(reason) =>
            cancel.run({ params: { id: a.id }, body: { reason } }).then(() => say('success', '验收已取消'))
          }
        >
          取消验收
        </ConfirmButton>
      )}
    </>
  )
}

import { sessionKindWords, type SessionRow } from '@portal/contract/session/session'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useRevoke, useRevokeOthers, useSessions } from '../account.queries.ts'
import { nameDevice } from '../account.rules.ts'
import '../../../ui/list/list.css'

const columns: Column<SessionRow>[] = [
  { key: 'device', title: '设备', render: (s) => nameDevice(s.userAgent) },
  {
    key: 'kind',
    title: '类型',
    render: (s) => (s.current ? <StateTag tone="active" text="当前登录" /> : sessionKindWords[s.kind]),
  },
  { key: 'ip', title: 'IP 地址' },
  { key: 'createdAt', title: '登录时间', render: (s) => formatMinute(s.createdAt) },
  { key: 'expiresAt', title: '有效期至', render: (s) => formatMinute(s.expiresAt) },
]

/** The user's sessions, each with a button to end it. */
export function SessionList() {
  const { data, error, refetch } = useSessions()
  const revoke = useRevoke()
  const revokeOthers = useRevokeOthers()
  const others = data?.some((s) => !s.current) ?? false
  return (
    <Card
      title="登录设备"
      extra={
        others && (
          <ConfirmButton
            size="small"
            title="注销其他全部登录？"
            text="其他设备和浏览器上的登录、以及所有“记住我”都会立即失效，当前登录不受影响。"
            ok="注销其他登录"
            onConfirm={async () => {
              const { revoked } = await revokeOthers.run({})
              say('success', `已注销 ${revoked} 处登录`)
            }}
          >
            注销其他全部登录
          </ConfirmButton>
        )
      }
    >
      {data ? (
        <DataTable
          caption="登录设备"
          columns={columns}
          rows={data}
          rowKey={(s) => s.id}
          actions={[
            {
              label: '注销',
              show: (s) => !s.current,
              danger: true,
              confirm: (s) => ({
                title: '注销这处登录？',
                text: `${nameDevice(s.userAgent)} 会立即退出登录。`,
                ok: '注销',
              }),
              run: async (s) => {
                await revoke.run({ params: { id: s.id } })
                say('success', '已注销')
              },
            },
          ]}
        />
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={3} height={28} />
      )}
    </Card>
  )
}

/** Stands below the selection of a card for a person who has none. Only the booker names another payer. */
export const NoCard = ({ booker }: { booker: boolean }) => (
  <p className="muted">
    您没有可用的经费卡：
    {booker ? '请改由他人付款，' : '请驳回，由预约人改由他人付款，'}
    或联系财务办理经费卡。
  </p>
)

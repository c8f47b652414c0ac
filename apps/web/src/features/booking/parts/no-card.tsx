/** Stands below the selection of a card for a person who has none. */
export const NoCard = () => (
  <p className="muted">您没有可用的经费卡：请改由他人付款，或联系财务办理经费卡。</p>
)

import './list-held.css'

/**
 * Stands over a list in the place of what is still being asked for there. Until it has come, but no longer
 * than anybody waits for it gladly, the filters and the rows are not shown: they would be pushed down under
 * the finger.
 */
export const ListHeld = () => <span className="list-held" hidden />

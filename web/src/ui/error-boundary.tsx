import { Component, type ReactNode } from "react";

/**
 * Shows `fallback` instead of children that failed to render; React logs the
 * error. The function passed to `fallback` renders the children again.
 */
export class ErrorBoundary extends Component<
  { fallback: (recover: () => void) => ReactNode; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  recover = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? this.props.fallback(this.recover) : this.props.children;
  }
}

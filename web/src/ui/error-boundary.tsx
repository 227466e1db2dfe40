import { Component, type ReactNode } from "react";

/**
 * Shows `fallback` in place of children that could not be rendered; React logs
 * the error. What the fallback is given tries the children again.
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

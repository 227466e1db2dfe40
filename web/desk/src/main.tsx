import "../../src/ui/tokens.css";
import "../../src/ui/fonts.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/tables.css";
import "./styles/request.css";
import "./styles/outcome.css";
import "./styles/reply.css";
import "./styles/sheet.css";
import "./styles/overview.css";
import "./styles/entry.css";
import "./styles/account.css";
import "./styles/overlays.css";
import "./styles/help.css";
import "./styles/setup.css";
import "./styles/tablet.css";
import "./styles/phone.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient } from "./api/queries";
import { router } from "./router";
import { followTheme } from "./texts/theme";

followTheme();

const element = document.getElementById("desk");
if (!element) throw new Error("the document has no element #desk");

// The content security policy allows no style elements: what Base UI would put into them is in the style sheets.
createRoot(element).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
